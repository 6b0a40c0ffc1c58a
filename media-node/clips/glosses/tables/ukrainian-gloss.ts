// What words of Ukrainian are in English (see ../read-gloss).

export const UKRAINIAN = `
  in:в,у on:на to:до,к with:з,із,зі for:для,за from:від about:про,щодо by:біля between:між against:проти before:перед
  after:після until:поки during:під_час without:без under:під over:над behind:позаду near:поруч through:через
  despite:попри,незважаючи and:і,й,та,а or:або,чи but:але,однак,проте so:так,отже,тому because:бо,тому_що,оскільки
  if:якщо,якби when:коли as:як,мов although:хоча that:що in_order_to:щоб,аби who:хто,кого,кому what:чого,чому_це
  where:де,куди,звідки how:яким_чином why:чому,навіщо which:який,яка,яке,які,якого,якої,яких i:я
  you:ти,ви,тебе,тобі,вас,вам he:він she:вона it:воно we:ми us:нас,нам me:мене,мені him:його,йому,нього her:її,їй
  them:їх,їм they:вони my:мій,моя,моє,мої,мого,моєї your:твій,твоя,ваш,ваша our:наш,наша,наше,наші,нашого
  self:себе,собі,сам,сама,свій,своя,своє,своєї,свого this:це,цей,ця,цього,цієї,цьому,цим these:ці,цих
  that_one:той,та_людина,те,того,тієї those:ті is:є was:був,була,було were:були be:бути will:буду,буде,будемо,будуть
  would:би,б have:маю,має,маємо,мають,мати had:мав,мала,мали i_have:у_мене no:немає,нема,жоден
  can:можу,може,можна,можемо,можуть could:міг,могла,могли must:треба,мушу,повинен,повинні,потрібно should:варто
  want:хочу,хоче,хочемо,хочуть,хотіти wanted:хотів,хотіла,хотіли know:знаю,знає,знаємо,знати,знають knew:знав,знала
  think:думаю,думає,думати,вважаю thought:думав,думала i_think:мені_здається,на_мою_думку i_mean:тобто
  you_know:знаєте,розумієш,знаєш i_don't_know:не_знаю believe:вірю,вірити say:кажу,каже,говорю,говорить,сказати,казати
  said:сказав,сказала,казав,сказали tell:розповісти,розказати,розповів,розповідати
  talk:говорити,розмова,спілкуватися,поговорити ask:запитати,питати,спитав question:питання,запитання
  answer:відповідь,відповісти explain:пояснити see:бачити,бачу,бачить,побачити saw:бачив,побачив
  look:дивитися,дивлюся,виглядає hear:чути,почути listen:слухати,слухачі show:показати find:знайти,знайшов search:шукати
  read:читати write:писати,написати understand:розуміти,розумію,зрозуміти,зрозумів come:прийти,приїхати,прийшов
  become:стати,ставати,став,стала go:йти,іти,їхати,піти,ходити went:пішов,пішла,поїхав leave:піти_геть,залишити,покинути
  happen:сталося,трапилося,відбувається stay:залишитися return:повернутися take:взяти,брати give:дати,давати,дав
  get:отримати bring:принести put:поставити,покласти send:відправити make:зробити,робити,роблю,робить
  did:зробив,зробила,робив create:створити,створив build:будувати,побудувати use:використовувати
  work:працювати,працюю,робота,працює,роботу job:посада start:почати,починати,почав,початок end:кінець,закінчити
  finally:нарешті,зрештою stop:зупинити,перестати continue:продовжувати wait:чекати try:спробувати,намагатися
  help:допомогти,допомагати,допомога support:підтримка,підтримати leader:лідер,керівник
  change:змінити,зміна,зміни,змінювати improve:покращити grow:рости,виріс growth:зростання development:розвиток
  developer:розробник,програміст learn:вчити,навчитися,вчитися,навчився,навчилася teacher:вчитель,викладач
  student:студент,учень school:школа,школі university:університет study:дослідження book:книга,книжка word:слово,слова
  language:мова,мови,мову ukrainian:український,українська,україна,україни,україні english:англійська
  love:любов,люблю,любити,кохання like:подобається hate:ненавиджу fear:страх,боюся,боятися,боявся,страшно
  hope:надія,сподіваюся dream:мрія,мріяти worry:хвилюватися feel:відчувати,відчуваю,відчув feeling:почуття,емоції
  happy:щасливий,щастя,радий,радість sad:сумно angry:злий,злість surprise:несподіванка,здивувався
  interesting:цікаво,цікавий interest:інтерес boring:нудно funny:смішно,смішний laugh:сміятися,сміх joke:жарт
  cry:плакати crazy:божевільний weird:дивний,дивно amazing:неймовірно,чудовий,дивовижний cool:круто,класно
  good:добрий,добре,гарний,хороший better:краще,кращий best:найкращий,найкраще bad:поганий,погано worse:гірше
  beautiful:красивий,гарно big:великий,велика,велике,величезний small:маленький,малий long:довго,довгий short:короткий
  new:новий,нова,нове,нові old:старий young:молодий,молоді hard:важко,важкий,складно,складний easy:легко,легкий,просто
  fast:швидко slow:повільно strong:сильний weak:слабкий high:високий low:низький deep:глибокий full:повний
  free:вільний,безкоштовно,свобода important:важливо,важливий,головне special:особливий normal:нормальний,нормально
  usually:зазвичай true:правда,правду wrong:неправильно honest:чесно,чесний real:справжній,реальність
  clear:зрозуміло,ясно sure:впевнений possible:можливо impossible:неможливо need:потрібен,потреба
  different:різний,інший,різні difference:різниця similar:схожий same:такий_самий,однаковий own:власний
  whole:весь,вся,ціле,цілий only:тільки,лише,єдиний serious:серйозно,серйозний dangerous:небезпечний risk:ризик
  power:влада,сила success:успіх fail:провалити failure:провал,поразка,невдача mistake:помилка,помилки,помилку
  lesson:урок experience:досвід decide:вирішити,вирішив decision:рішення choose:обрати,вибрати choice:вибір
  advice:порада,поради chance:шанс opportunity:можливість,можливості challenge:виклик crisis:криза war:війна,війни,війну
  fight:боротися,боротьба win:перемогти,виграти,перемога lose:втратити,втратили,програти death:смерть die:померти,помер
  kill:вбити sick:хворий disease:хвороба health:здоров'я doctor:лікар body:тіло head:голова brain:мозок heart:серце
  eye:очі,око hand:рука,руки face:обличчя sleep:спати eat:їсти food:їжа drink:пити coffee:кава water:вода music:музика
  song:пісня game:гра play:грати film:фільм travel:подорож nature:природа earth:земля science:наука
  technology:технологія,технології computer:комп'ютер intelligence:інтелект artificial:штучний data:дані phone:телефон
  user:користувач system:система time:час,часу,раз times:рази year:рік,роки,років,року day:день,дні,днів
  week:тиждень,тижні month:місяць hour:година,години minute:хвилина today:сьогодні tomorrow:завтра yesterday:вчора
  morning:ранок,вранці evening:вечір,ввечері night:ніч now:зараз,тепер then:тоді,потім soon:скоро late:пізно
  first:перший,перша,спочатку last:останній next:наступний,наступна future:майбутнє past:минуле always:завжди
  often:часто sometimes:іноді,інколи again:знову already:вже still:ще,досі maybe:може_бути,мабуть really:справді,дійсно
  actually:насправді,взагалі very:дуже too:занадто also:також,теж even:навіть just:саме,щойно quite:досить almost:майже
  at_least:принаймні,хоча_б more:більше,більш less:менше most:найбільше,більшість much:багато few:мало,кілька
  little:трохи enough:достатньо some:якийсь,деякі all:всі,усі,всіх everything:все,усе every:кожен,кожна something:щось
  someone:хтось nothing:нічого nobody:ніхто,нікому never:ніколи not:не,ні other:інші,інша such:такий,така,таке
  together:разом alone:наодинці each_other:один_одного yes:так_так,ага exactly:саме_так,точно
  okay:гаразд,окей,добре_тоді well:ну thanks:дякую please:будь_ласка,прошу hello:привіт,вітаю,добрий_день sorry:вибачте
  welcome:ласкаво_просимо of_course:звичайно,звісно there:там here:тут,сюди for_example:наприклад kind_of:ніби,типу
  basically:в_принципі,по_суті especially:особливо instead:замість unfortunately:на_жаль completely:повністю,зовсім
  at_the_same_time:водночас one:один,одна,одне two:два,дві three:три four:чотири five:п'ять ten:десять hundred:сто
  thousand:тисяча,тисяч million:мільйон,мільйонів half:половина percent:відсоток,відсотків number:число,кількість
  people:люди,людей,людям human:людський person:людина,людини man:чоловік,чоловіки woman:жінка,жінки
  child:дитина,діти,дітей family:родина,сім'я father:батько,тато mother:мама parents:батьки brother:брат sister:сестра
  son:син daughter:донька husband:чоловіка wife:дружина,дружині friend:друг,друзі colleague:колега boss:шеф,начальник
  employee:працівник,працівники customer:клієнт,клієнти team:команда,команди group:група community:спільнота
  society:суспільство company:компанія,компанії,фірма business:бізнес founder:засновник found:заснувати
  entrepreneur:підприємець investor:інвестор invest:інвестиції,інвестувати money:гроші,грошей price:ціна
  cost:коштує,витрати expensive:дорогий,дорого cheap:дешевий pay:платити buy:купити,купувати
  sell:продати,продавати,продажі profit:прибуток loss:збиток market:ринок,ринку economy:економіка tax:податок,податки
  salary:зарплата bank:банк debt:борг,борги poor:бідний rich:багатий product:продукт service:послуга brand:бренд
  advertising:реклама career:кар'єра project:проєкт,проект plan:план goal:мета,ціль idea:ідея thing:річ,речі,справа
  part:частина place:місце way:спосіб,шлях point:пункт,точка problem:проблема,проблеми solution:розв'язання
  reason:причина example:приклад case:випадок story:історія,історії life:життя live:жити,живе,живу
  world:світ,світу,світі country:країна,країни,держава city:місто house:будинок,дім home:додому,вдома car:машина,авто
  law:закон,право government:уряд politics:політика police:поліція responsibility:відповідальність rule:правило,правила
  trust:довіра respect:повага value:цінність,цінності meaning:сенс,значення quality:якість result:результат effect:ефект
  influence:вплив pressure:тиск,стрес process:процес step:крок level:рівень relationship:стосунки,відносини
  marriage:шлюб,весілля born:народився generation:покоління culture:культура habit:звичка meet:зустріти,познайомитися
  meeting:зустріч interview:інтерв'ю topic:тема news:новини episode:випуск share:поділитися
  remember:пам'ятаю,пам'ятати,згадати forget:забути memory:пам'ять notice:помітити realize:усвідомити,збагнув
  expect:очікувати imagine:уявити,уявіть compare:порівняти accept:прийняти agree:погоджуюся,згоден depend:залежить
  seem:здається exist:існує lack:бракує attention:увага smart:розумний stupid:дурний,дурниця brave:сміливий
  proud:пишаюся ashamed:соромно,сором guilty:винен,вина tired:втомився pain:біль,боляче suffer:страждати
  critical:критика secret:секрет,таємниця competition:конкуренція advantage:перевага industry:галузь
  terrible:жахливо,жах perfect:ідеальний ready:готовий,готові close:закрити open:відкрити,відкритий fall:впасти
  list:список table:стіл,столі door:двері,дверей page:сторінка,сторінці office:офіс date:дата bankrupt:банкрутство
  channel:канал subscribe:підписуйтесь guest:гість,гості
`;
