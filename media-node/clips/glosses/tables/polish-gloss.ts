// What words of Polish are in English (see ../read-gloss).

export const POLISH = `
  a:jakiś,jakaś in:w,we on:na to:do,ku with:z,ze for:dla from:od,spod about:o by:przez,przy at:u between:między,pomiędzy
  against:przeciw,przeciwko before:przed,zanim after:po until:aż,dopóki during:podczas,w_trakcie without:bez under:pod
  over:nad,ponad behind:za near:koło,obok,blisko inside:wewnątrz,w_środku outside:na_zewnątrz,poza despite:mimo,pomimo
  and:i,oraz or:lub,albo,czy but:ale,lecz,jednak so:więc,tak_więc,zatem because:bo,ponieważ,gdyż,dlatego_że
  if:jeśli,jeżeli,gdyby when:kiedy,gdy as:jak,jako while:podczas_gdy although:chociaż,choć therefore:dlatego that:że,iż
  in_order_to:żeby,aby,by who:kto,kogo,komu what:co,czego,czym where:gdzie,dokąd sixty:sześćdziesiąt
  seventy:siedemdziesiąt eighty:osiemdziesiąt fifty:pięćdziesiąt forty:czterdzieści
  bankrupt:bankructwo,zbankrutować,zbankrutowaliśmy subscribe:subskrybujcie,subskrypcja,zasubskrybujcie
  channel:kanał,kanału disaster:katastrofa guest:gościa,goście,gościem how:w_jaki_sposób why:dlaczego,czemu,po_co
  which:który,która,które,którzy,którą,którego,której,których,którym whose:czyj i:ja
  you:ty,ciebie,cię,ci,tobie,wy,was,wam,pan,pani,państwo he:on she:ona it:ono we:my us:nas,nam me:mnie,mi,mną
  him:jego_samego,mu,nim,niego her:jej,ją,nią,niej they:oni,one them:im,ich_widzę,nich,nimi
  my:mój,moja,moje,mojego,mojej,moich your:twój,twoja,twoje,wasz,wasze his:jego
  our:nasz,nasza,nasze,naszego,naszej,naszych their:ich,swój,swoje,swoją,swoim,swojej,swoich
  this:ten,ta,to,tego,tej,tym,tę,temu these:te,ci_ludzie,tych,tymi that:tamten,tamta,tamto those:tamte is:jest
  it_is:to_jest am:jestem are:są,jesteś,jesteśmy,jesteście be:być was:był,była,było,byłem,byłam were:byli,były,byliśmy
  will:będzie,będę,będą,będziemy,będziesz would:byłoby,byłby,byłaby have:mam,masz,mamy,macie,mają,mieć has:ma
  had:miałem,miał,miała,miałam,mieliśmy,mieli,miało do:robić,robię,robi,robisz,robimy,robią,zrobić
  did:zrobiłem,zrobił,zrobiła,robił,robiłem,zrobiliśmy,zrobili go:iść,idę,idzie,idziemy,jechać,jadę,jedzie,pójść,chodzić
  went:poszedłem,poszedł,poszła,pojechał,pojechałem can:mogę,możesz,może,możemy,mogą,móc,można
  could:mogłem,mógł,mogła,mógłby,mogłoby,mógłbym must:muszę,musi,musisz,musimy,muszą,musieć,trzeba
  should:powinien,powinna,powinno,powinniśmy,powinni want:chcę,chce,chcesz,chcemy,chcą,chcieć
  wanted:chciałem,chciał,chciała,chciałam,chcieliśmy would_like:chciałbym,chciałabym
  know:wiem,wie,wiesz,wiemy,wiedzą,wiedzieć,znam,zna,znać,znasz knew:wiedziałem,wiedział,wiedziała,znał
  think:myślę,myśli,myślisz,myśleć,uważam,uważa,sądzę thought:myślałem,myślał,myślałam,pomyślałem,uważał
  i_think:myślę_że,moim_zdaniem,wydaje_mi_się i_mean:to_znaczy,znaczy,mam_na_myśli you_know:wiesz_co,wie_pan,wiecie
  i_don't_know:nie_wiem believe:wierzę,wierzyć,wiara,wierzy
  say:mówić,mówię,mówi,mówisz,mówimy,mówią,powiedzieć,powiem,powie
  said:powiedział,powiedziała,powiedziałem,mówił,mówiła,mówiłem tell:opowiedzieć,opowiadać,opowiada,opowiem
  talk:rozmawiać,rozmawiamy,rozmowa,rozmowy,rozmawia,gadać explain:wyjaśnić,tłumaczyć,wytłumaczyć describe:opisać
  call:nazywać,nazywa,dzwonić,zadzwonić,nazwać name:imię,nazwa,nazwisko ask:pytać,pyta,zapytać,prosić
  question:pytanie,pytania,kwestia answer:odpowiedź,odpowiedzieć,odpowiada
  see:widzieć,widzę,widzi,widzimy,zobaczyć,widać saw:widział,widziałem,zobaczył,zobaczyłem
  look:patrzeć,patrzę,patrzy,spojrzeć,wygląda hear:słyszeć,słyszę,usłyszeć,słyszałem
  listen:słuchać,słucham,słuchacze,posłuchać show:pokazać,pokazuje,pokazywać find:znaleźć,znajduje,znalazłem,znalazł
  search:szukać,szukam,szuka read:czytać,czytam,przeczytać write:pisać,piszę,napisać,pisze
  understand:rozumieć,rozumiem,zrozumieć,rozumie understanding:zrozumienie come:przyjść,przychodzi,przyjechać
  came:przyszedł,przyszła,przyszedłem become:stać_się,staje_się,zostać,stał_się leave:odejść,wyjść,zostawić,opuścić
  happen:dziać,dzieje,stało,zdarzyć,zdarza,wydarzyło,wydarzyć stay:zostałem,pozostać return:wrócić,wracać,wraca
  take:brać,wziąć,biorę,bierze,zabrać give:dać,daje,daję,dawać,dał get:dostać,dostaje,otrzymać,dostałem
  bring:przynieść,przywieźć put:położyć,wstawić,postawić send:wysłać,wysyłać keep:trzymać,utrzymać
  create:tworzyć,stworzyć,stworzył build:budować,zbudować,buduje use:używać,użyć,korzystać,używa,korzysta
  work:pracować,pracuję,praca,pracy,pracuje,działa,działać,pracę job:zawód,posada
  start:zacząć,zaczyna,zaczynać,zacząłem,zaczął,zaczęła,rozpocząć beginning:początek,na_początku
  end:koniec,skończyć,kończy finally:wreszcie,w_końcu,ostatecznie stop:przestać,zatrzymać,przestałem
  continue:kontynuować wait:czekać,czekaj,czeka,poczekać try:próbować,spróbować,starać,próbuje,staram
  help:pomóc,pomagać,pomoc,pomaga support:wspierać,wsparcie follow:śledzić,podążać lead:prowadzić,prowadzi
  leader:lider,przywódca,szef manage:zarządzać,zarządzanie,udało,uda,udaje change:zmienić,zmieniać,zmiana,zmiany,zmienia
  improve:poprawić,ulepszyć grow:rosnąć,rośnie,urosnąć growth:wzrost develop:rozwijać,rozwinąć
  development:rozwój,rozwoju developer:programista,programiści,programistów learn:uczyć,uczę,nauczyć,nauczyłem,uczy
  teach:nauczać teacher:nauczyciel,nauczycielka,nauczyciele student:student,studenci,uczeń,uczniowie
  study:studiować,studia,badanie,badania school:szkoła,szkole,szkoły university:uniwersytet,uczelnia course:kurs,zajęcia
  education:edukacja,wykształcenie knowledge:wiedza,wiedzę book:książka,książki,książkę word:słowo,słowa,słów
  sentence:zdanie language:język,języka polish:polski,polska,polskie,polak,polacy,polsce english:angielski
  love:kochać,kocham,miłość,kocha like:lubię,lubi,lubić,podoba hate:nienawidzę,nienawiść fear:strach,boję,bać,boi,obawa
  hope:nadzieja,mam_nadzieję wish:życzę,życzenie dream:marzenie,marzenia,sen,marzyć worry:martwić,martwię
  feel:czuć,czuję,czuje,poczuć,poczułem feeling:uczucie,emocje,uczucia
  happy:szczęśliwy,szczęśliwa,szczęście,cieszę,radość sad:smutny,smutno,smutek angry:zły_na,złość,wściekły
  surprise:niespodzianka,zaskoczony,zaskoczenie,zaskakujące excited:podekscytowany
  interesting:ciekawy,ciekawe,interesujące,ciekawa interest:zainteresowanie,interesuje boring:nudny,nuda,nudne
  funny:śmieszny,śmieszne,zabawny,zabawne fun:zabawa,fajna_zabawa laugh:śmiać,śmieje,śmiech joke:żart,dowcip,żartować
  cry:płakać,płacz crazy:szalony,wariat,szaleństwo weird:dziwny,dziwne,dziwnie
  amazing:niesamowity,niesamowite,niesamowicie,fantastyczny cool:fajny,fajnie,fajne,spoko
  great:świetny,świetnie,super,świetna,wspaniały good:dobry,dobra,dobre,dobrze better:lepszy,lepsze,lepiej
  best:najlepszy,najlepsze,najlepiej bad:zły,złe,źle,kiepski worse:gorszy,gorzej worst:najgorszy,najgorsze
  nice:miły,miło,ładny,ładnie beautiful:piękny,piękna,piękne big:duży,duża,duże,wielki,wielka,wielkie,ogromny
  bigger:większy,większość_z biggest:największy,największe small:mały,mała,małe,niewielki long:długi,długo,długa
  short:krótki,krótko new:nowy,nowa,nowe,nowych old:stary,stara,stare young:młody,młodzi,młoda
  hard:trudny,trudno,trudne,ciężko,ciężki easy:łatwy,łatwo,łatwe,prosty,proste,prosto fast:szybki,szybko,szybciej
  slow:wolny_rytm,powoli strong:silny,silna,mocny,mocno weak:słaby high:wysoki,wysoko,wysokie low:niski,nisko
  deep:głęboki,głęboko full:pełny,pełne,pełna empty:pusty free:wolny,darmowy,za_darmo,wolność
  important:ważny,ważne,ważna,istotne most_important:najważniejsze,najważniejszy
  special:specjalny,szczególny,szczególnie normal:normalny,normalnie usually:zwykle,zazwyczaj,na_ogół
  true:prawda,prawdziwy,prawdę,prawdziwe false:fałszywy wrong:błędny,mylić honest:szczery,szczerze,uczciwy
  real:rzeczywisty,rzeczywistość,realny clear:jasny,jasne,wyraźnie,oczywiste sure:pewny,pewnie,pewien,na_pewno
  complex:skomplikowany,skomplikowane,złożony possible:możliwe,możliwy impossible:niemożliwe
  necessary:konieczne,niezbędne need:potrzebuję,potrzeba,potrzebuje,potrzebny,potrzebne,potrzeby
  different:inny,inaczej,różny,różne,inne,inna difference:różnica,różnice similar:podobny,podobnie,podobne
  public:publiczny,publiczne private:prywatny own:własny,własne,własną whole:cały,cała,całe,całą
  only:tylko,jedynie,jedyny personal:osobisty,osobiście serious:poważny,poważnie dangerous:niebezpieczny,niebezpieczne
  danger:niebezpieczeństwo,zagrożenie risk:ryzyko,ryzykować safe:bezpieczny security:bezpieczeństwo
  power:władza,siła,moc success:sukces successful:udany fail:zawieść,nie_udało failure:porażka
  mistake:błąd,błędy,pomyłka lesson:lekcja experience:doświadczenie,doświadczenia skill:umiejętność,umiejętności
  talent:talent decide:zdecydować,decydować,postanowić decision:decyzja,decyzje,decyzję choose:wybrać,wybierać
  choice:wybór advice:rada,porada,rady chance:szansa,szanse opportunity:okazja,możliwość,możliwości
  challenge:wyzwanie,wyzwania crisis:kryzys war:wojna,wojny,wojnę fight:walczyć,walka win:wygrać,wygrywać,wygrał
  lose:stracić,przegrać,tracić,straciłem death:śmierć,śmierci die:umrzeć,umiera,zmarł kill:zabić,zabija sick:chory,chora
  disease:choroba,choroby health:zdrowie,zdrowy doctor:lekarz,doktor,lekarze hospital:szpital body:ciało,ciała
  head:głowa,głowie brain:mózg heart:serce eye:oko,oczy hand:ręka,ręce face:twarz blood:krew sleep:spać,śpi
  eat:jeść,je_obiad,zjeść food:jedzenie drink:pić,napić coffee:kawa,kawę water:woda,wody beer:piwo music:muzyka,muzyki
  song:piosenka game:gra_w,gry play:grać,gra,bawić film:film,filmy,filmu picture:zdjęcie,obraz,zdjęcia art:sztuka
  sport:sportowiec football:piłka,piłkę train:pociąg,trenować travel:podróż,podróżować holiday:wakacje,urlop mind:umysł
  soul:dusza god:bóg,boga church:kościół sun:słońce sea:morze tree:drzewo,las animal:zwierzę,zwierzęta dog:pies,psa
  cat:kot nature:przyroda,natura earth:ziemia,ziemi climate:klimat environment:środowisko energy:energia
  science:nauka,naukowy,naukowcy research:badań technology:technologia,technologie machine:maszyna
  computer:komputer,komputery artificial:sztuczna,sztuczny intelligence:inteligencja data:dane,danych network:sieć
  phone:telefon user:użytkownik,użytkownicy tool:narzędzie,narzędzia model:model,modele program:program,programować
  store:sklep screen:ekran key:klucz system:system,systemy time:czas,czasu,czasie,raz times:razy year:rok,lata,lat,roku
  day:dzień,dni,dnia week:tydzień,tygodnie,tygodniu month:miesiąc,miesięcy,miesiące hour:godzina,godzin,godziny
  minute:minuta,minut second:sekunda,drugi,druga today:dziś,dzisiaj,obecnie tomorrow:jutro yesterday:wczoraj
  morning:rano,poranek evening:wieczór,wieczorem night:noc,nocy now:teraz,już_teraz then:wtedy,potem,następnie
  soon:wkrótce,zaraz late:późno later:później early:wcześnie earlier:wcześniej immediately:natychmiast,od_razu
  suddenly:nagle first:pierwszy,pierwsza,pierwsze,najpierw last:ostatni,ostatnio,ostatnie next:następny,kolejny,kolejne
  third:trzeci future:przyszłość,przyszłości past:przeszłość century:wiek_xx,wieku monday:poniedziałek friday:piątek
  saturday:sobota sunday:niedziela summer:lato winter:zima always:zawsze often:często sometimes:czasami,czasem,niekiedy
  again:znowu,ponownie,znów already:już still:nadal,ciągle,wciąż,jeszcze maybe:może_być,być_może,chyba
  probably:prawdopodobnie,pewnie_tak definitely:zdecydowanie,absolutnie really:naprawdę,rzeczywiście
  actually:właściwie,w_zasadzie,tak_naprawdę,faktycznie very:bardzo,strasznie_dużo too:zbyt,za_dużo
  also:też,również,także even:nawet just:po_prostu,właśnie,tylko_że quite:całkiem,dość,dosyć almost:prawie,niemal
  at_least:przynajmniej,co_najmniej more:więcej,bardziej less:mniej most:najbardziej,większość much:dużo,wiele
  many:wielu few:kilka,niewiele,mało little:trochę,troszkę enough:wystarczy,dosyć_tego several:parę,kilku
  some:jakieś,niektóre,niektórzy all:wszystkie,wszyscy,wszystkich everything:wszystko everyone:każdy_z
  every:każdy,każda,każde something:coś someone:ktoś nothing:nic nobody:nikt never:nigdy no:nie_ma,żaden,żadnej not:nie
  other:drugie,innych same:sam,ten_sam,to_samo,sama such:taki,taka,takie,takich both:oba,oboje together:razem,wspólnie
  alone:samotnie self:siebie,sobie each_other:się_nawzajem yes:tak exactly:dokładnie,otóż_to right:racja,prawda_że
  okay:okej,ok,dobra_to well:no,no_cóż oh:o_boże,och um:yyy,eee thanks:dziękuję,dzięki please:proszę
  hello:cześć,dzień_dobry,witam sorry:przepraszam welcome:witajcie,zapraszam of_course:oczywiście,jasne_że there:tam
  here:tu,tutaj up:w_górę,do_góry down:w_dół,na_dół back:z_powrotem forward:do_przodu left:lewo,lewej side:strona,strony
  far:daleko for_example:na_przykład,np kind_of:jakby,rodzaj,coś_w_rodzaju basically:w_gruncie_rzeczy,generalnie
  especially:zwłaszcza,przede_wszystkim instead:zamiast anyway:tak_czy_inaczej,zresztą by_the_way:przy_okazji
  unfortunately:niestety obviously:ewidentnie literally:dosłownie completely:całkowicie,zupełnie,kompletnie
  more_or_less:mniej_więcej on_the_other_hand:z_drugiej_strony at_the_same_time:jednocześnie,w_tym_samym_czasie
  at_all:w_ogóle,wcale somehow:jakoś,w_jakiś_sposób one:jeden,jedna,jedno two:dwa,dwie,dwóch three:trzy four:cztery
  five:pięć six:sześć seven:siedem eight:osiem nine:dziewięć ten:dziesięć twenty:dwadzieścia thirty:trzydzieści
  hundred:sto,setki thousand:tysiąc,tysiące,tysięcy million:milion,miliony,milionów billion:miliard,miliardy
  half:pół,połowa percent:procent number:liczba,numer,liczby people:ludzie,ludzi,osoby,osób,ludziom human:ludzki,ludzkie
  person:osoba,człowiek,człowieka man:mężczyzna,mężczyźni,facet woman:kobieta,kobiety,kobiet guy:gość,koleś,chłopak
  child:dziecko,dzieci,dziecka boy:chłopiec girl:dziewczyna,dziewczyny family:rodzina,rodziny,rodzinę
  father:ojciec,tata,ojca mother:matka,mama,matki parents:rodzice brother:brat sister:siostra son:syn,syna
  daughter:córka husband:mąż,męża wife:żona,żony friend:przyjaciel,przyjaciele,kolega,znajomy,koledzy
  colleague:współpracownik boss:szefem,przełożony employee:pracownik,pracownicy,pracowników
  customer:klient,klienci,klientów partner:partner,wspólnik member:członek,członkowie team:zespół,drużyna,zespołu
  group:grupa,grupy community:społeczność society:społeczeństwo company:firma,firmy,firmę,spółka
  business:biznes,interes,biznesu founder:założyciel found:założyć,założył,założyłem
  entrepreneur:przedsiębiorca,przedsiębiorcy investor:inwestor,inwestorzy invest:inwestować,inwestycja
  money:pieniądze,pieniędzy,kasa price:cena,ceny cost:koszt,kosztuje,koszty expensive:drogi,drogie,drogo
  cheap:tani,tanie pay:płacić,płaci,zapłacić buy:kupić,kupować,kupuje sell:sprzedać,sprzedawać,sprzedaż
  profit:zysk,zyski loss:strata,straty market:rynek,rynku economy:gospodarka,ekonomia tax:podatek,podatki
  salary:pensja,wynagrodzenie,zarobki bank:bank debt:dług poor:biedny,biedni rich:bogaty,bogaci product:produkt,produkty
  service:usługa,usługi offer:oferta,oferować brand:marka advertising:reklama career:kariera project:projekt,projekty
  task:zadanie,zadania plan:plan,plany,planować goal:cel,cele idea:pomysł,pomysły,idea thing:rzecz,rzeczy,sprawa,sprawy
  part:część,części place:miejsce,miejsca way:sposób,droga,drogę point:punkt problem:problem,problemy,problemu
  solution:rozwiązanie solve:rozwiązać reason:powód,przyczyna,powodu example:przykład case:przypadek
  story:historia,historie,opowieść life:życie,życia,życiu live:żyć,żyje,żyję,mieszkać,mieszka world:świat,świata,świecie
  country:kraj,kraju,państwo_polskie city:miasto,miasta house:dom,domu home:w_domu,do_domu room:pokój door:drzwi
  car:samochód,auto street:ulica law:prawo,ustawa court:sąd government:rząd,państwa
  politics:polityka,polityczny,politycy party:partia,impreza election:wybory police:policja right_to:prawa,prawo_do
  responsibility:odpowiedzialność,odpowiedzialny rule:zasada,zasady,reguła control:kontrola,kontrolować
  trust:zaufanie,ufać respect:szacunek value:wartość,wartości meaning:sens,znaczenie quality:jakość effort:wysiłek
  result:wynik,rezultat,wyniki effect:efekt,skutek influence:wpływ,wpływać pressure:presja,stres,ciśnienie
  limit:granica,granice process:proces step:krok,kroki strategy:strategia level:poziom
  relationship:relacja,związek,relacje marriage:małżeństwo,ślub born:urodził,urodzić,urodziłem generation:pokolenie
  culture:kultura behavior:zachowanie habit:nawyk,nawyki meet:spotkać,spotykać,poznać,poznałem
  meeting:spotkanie,spotkania visit:wizyta,odwiedzić event:wydarzenie,wydarzenia interview:wywiad hire:zatrudnić
  fire:ogień,zwolnić topic:temat,tematy,tematu content:treść news:wiadomości,wiadomość newspaper:gazeta media:mediach
  episode:odcinek,odcinku record:nagrać,nagranie,nagrywać share:dzielić,podzielić message:komunikat
  remember:pamiętać,pamiętam,pamięta,przypomnieć forget:zapomnieć,zapominać,zapomniałem memory:pamięć,wspomnienie
  notice:zauważyć,zauważyłem realize:uświadomić,zdałem_sobie,zdać_sobie expect:oczekiwać,spodziewać,oczekiwania
  imagine:wyobrazić,wyobraź,wyobrażam consider:rozważać,zastanawiać,zastanowić compare:porównać,porównanie
  accept:zaakceptować,akceptować agree:zgadzać,zgadzam,zgodzić depend:zależy,zależeć matter:ma_znaczenie
  seem:wydaje,wydawać,zdaje_się exist:istnieć,istnieje lack:brak,brakuje join:dołączyć achieve:osiągnąć
  produce:produkować,produkcja attention:uwaga,uwagę focus:skupić,skupiać curious:ciekawość creative:kreatywny
  smart:mądry,inteligentny,sprytny stupid:głupi,głupie,idiota nonsense:bzdura,bzdury shit:gówno,kurwa,cholera
  brave:odważny,odwaga proud:dumny,duma ashamed:wstyd,wstydzić guilty:winny,wina tired:zmęczony,zmęczona pain:ból,boli
  suffer:cierpieć,cierpi patience:cierpliwość critical:krytyczny,krytyka extreme:skrajny,ekstremalny
  consequence:konsekwencja,konsekwencje principle:zasadniczo detail:szczegół,szczegóły fact:fakt,fakty proof:dowód
  doubt:wątpliwość,wątpliwości secret:tajemnica,sekret enemy:wróg competition:konkurencja,rywalizacja
  advantage:zaleta,przewaga industry:przemysł,branża color:kolor red:czerwony green:zielony black:czarny white:biały
  light:światło,lekki dark:ciemny hot:gorący,ciepło cold:zimny,zimno fly:latać,samolot drive:jeździć hit:uderzyć
  save:ratować,oszczędzać,uratować steal:ukraść,kraść protect:chronić,ochrona attack:atak,atakować defend:bronić,obrona
  promise:obiecać,obietnica force:zmusić avoid:unikać allow:pozwolić,pozwala order:porządek,zamówić
  require:wymagać,wymaga check:sprawdzić,sprawdzać measure:mierzyć replace:zastąpić add:dodać remove:usunąć
  repeat:powtarzać,powtórzyć quit:rzucić,zrezygnować react:reagować,reakcja recognize:rozpoznać discover:odkryć,odkrycie
  invent:wymyślić,wynaleźć inspire:inspirować,inspiracja convince:przekonać enjoy:cieszyć complain:narzekać
  forgive:wybaczyć celebrate:świętować gift:prezent situation:sytuacja,sytuacji condition:warunek,warunki
  perspective:perspektywa foreign:zagraniczny,za_granicą democracy:demokracja citizen:obywatel,obywatele
  area:obszar,dziedzina weapon:broń prison:więzienie victim:ofiara,ofiary lawyer:prawnik judge:sędzia,oceniać,ocena
  care:dbać,opieka worth:warto,wart voice:głos sound:dźwięk,brzmi quiet:cicho,cisza,spokojnie
  terrible:straszny,okropny,strasznie perfect:idealny,doskonały,idealnie wonderful:cudowny ready:gotowy busy:zajęty
  lazy:leniwy digital:cyfrowy independent:niezależny professional:profesjonalny,zawodowy expert:ekspert,eksperci
  office:biuro main:główny,głównie famous:znany,słynny favorite:ulubiony rather:raczej philosophy:filozofia
  psychology:psychologia,psycholog therapy:terapia depression:depresja medicine:lekarstwo,medycyna
  aware:świadomy,świadomość guess:zgadywać hide:ukryć close:zamknąć,zamknięty open:otworzyć,otwarty turn:obrócić
  throw:wyrzucić break:przerwa,złamać,zepsuty fall:spaść,upaść,spada rise:wzrosnąć sit:siedzieć,siedzi stand:stać,stoi
  lie:kłamać,kłamstwo,leżeć run:biec,biegać walk:spacer escape:uciec information:informacja,informacje self:się,sami
  and:a than:niż,od_czego further:dalej him:go okay:w_porządku,porządku,spoko_luz hello:hej let:niech well:cóż,więc_cóż
  give:daj from_here:stąd where_from:skąd how_much:ile someone:kogoś,kimś so_much:tyle,tylu neither:ani once:kiedyś
  moment:chwila,chwilę,chwili after_all:przecież since:skoro,odkąd that_is:czyli long_ago:dawno everywhere:wszędzie
  people:ludźmi some:jakiegoś,jakiejś,jakichś of_nothing:niczego with_what:czymś,czym_jest will_do:zrobisz,zrobimy
  will_get:dostaniesz i_would:bym,byłabym you_would:byś pity:szkoda,przykro idea:pojęcie,pojęcia only:dopiero
  i_am_sorry:przykro_mi quite_a_lot:sporo own:własna happen:zaszło,stanie
`;
