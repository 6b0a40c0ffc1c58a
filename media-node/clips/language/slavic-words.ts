// The words of Russian, Ukrainian, Polish and Czech (see language-words).
import type { WordTable } from "./word-table.ts";

/** "To znaczy, że": what stands before these is the clause that they belong to, and no lead-in. */
const NO_CLAUSE = {
  uk: "(?! (?:що|як|коли|хто|де|чи|скільки|щоб)(?!\\p{L}))",
  cs: "(?! (?:že|co|jak|když|kdo|kde|kdy|jestli|aby)(?!\\p{L}))",
  pl: "(?! (?:że|co|jak|kiedy|gdy|kto|kogo|czego|gdzie|czy|ile|żeby)(?!\\p{L}))",
} as const;

export const RUSSIAN: WordTable = {
  stop: `и а но или да нет не ни же ли бы что чтобы как так там тут где когда потому почему зачем кто какой какая если то это
    этот эта эти тот та те я ты он она оно мы вы они меня тебя его её их нас вас мне тебе ему ей нам вам им мой моя моё мои
    твой свой своя свои наш ваш в во на с со к ко у о об от до из за по под над при без для про через между был была было были
    быть есть буду будет уже ещё тоже только очень вот ну всё все весь вся всех ничего никто себя себе можно надо нужно
    теперь тогда потом сейчас здесь чем`,
  general: `день дня дней год года лет неделя недели недель месяц месяца месяцев час часа часов минута минут раз раза время
    времени человек люди людей вещь вещи дело жизнь жизни мир пример момент часть половина начало конец утро вечер ночь`,
  signs: {
    and: "и",
    but: "но а однако",
    or: "или либо",
    so: "поэтому значит",
    because: "потому",
    also: "тоже также причём тогда потом затем",
    yeah: "да ага конечно",
    no: "нет",
    right: "верно правда",
    exactly: "точно именно",
    okay: "ладно хорошо",
    well: "ну",
    he: "он она они",
    this: "это",
    in: "в во на с со к у о об от до из за по под над при без для про если не и",
    which: "что чтобы который которая которые",
    what: "почему зачем кто когда где сколько",
  },
  hesitations: "э ээ эээ эм ммм",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:да|правда|верно|так|знаешь|понимаешь|правильно)$|(?:^| )не так ли$/,
  joining: /^(?:и(?! так(?!\p{L})|[^,]{0,40}, и )|а(?! то(?!\p{L}))|но|ну)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:да|ну да|в общем|короче|кстати)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:добро пожаловать|до (?:свидания|новых встреч)|подпис\p{L}*|спонсор\p{L}*|спасибо (?:что|за|тебе|вам)|всем привет|этот выпуск)(?!\p{L})/u,
};

export const UKRAINIAN: WordTable = {
  stop: `і й та а але або чи що щоб як так ні не ж же би б бо то це цей ця ці цього ту той те ти ви ми я він вона воно вони мене мені мною
    тебе тобі його йому її їй нас нам вас вам їх їм мій моя моє мої мою твій твоя свій своя своє свої свою наш ваш у в на з із зі до
    від про по за під над при без для через між після перед коли де там тут тоді тепер зараз потім вже ще теж також лише тільки
    дуже все всі весь вся всіх нічого ніхто себе собі можна треба потрібно був була було були бути є буде будуть буду хто який яка
    яке які якщо чому тому навіть просто ну от ось мав маю`,
  general: `день дня дні днів рік року роки років тиждень тижня тижнів місяць місяця місяців година години годин хвилин раз рази разів
    час часу людина люди людей річ речі справа життя світ приклад момент частина половина початок кінець ранок вечір ніч`,
  signs: {
    and: "і й та",
    but: "але проте однак а",
    or: "або",
    so: "отже тому",
    because: "бо оскільки",
    also: "теж також тоді потім",
    yeah: "так ага звичайно авжеж",
    no: "ні",
    right: "правда вірно",
    exactly: "точно",
    okay: "добре гаразд",
    well: "ну",
    he: "він вона вони його її їх йому їй",
    this: "це",
    in: "в у на з із зі до від про по за під над при без для через якщо не і й дуже",
    which: "що щоб який яка яке які котрий",
    what: "чому навіщо хто коли де скільки чи",
  },
  hesitations: "ее еее ммм",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:так|правда|правда ж|вірно|знаєш|розумієш|авжеж)$|(?:^| )(?:чи не так|еге ж)$/,
  // "Та" is "that" as well.
  joining:
    /^(?:і(?! так(?!\p{L})|[^,]{0,40}, і )|й|а(?! (?:то|не|втім)(?!\p{L}))|але|ну)(?![\p{L}\p{N}'’-])(?! (?:ж|же|б|би|бо|й)(?!\p{L}))/iu,
  leadIns: new RegExp(`^(?:так|ну так|загалом|коротше|до речі|слухай|отже)(?=,${NO_CLAUSE.uk})`, "iu"),
  housekeeping:
    /(?<!\p{L})(?:ласкаво просимо|всім привіт|вітаю (?:вас|всіх)|до (?:побачення|зустрічі(?! (?:з|із|зі)(?!\p{L}))|нових зустрічей)|підпи(?:шіться|суйтесь|суйтеся|сатися|шись)|спонсор\p{L}*|дякую (?:що|за|тобі|вам)|дякуємо (?:що|за|вам)|цей випуск|у цьому випуску)(?!\p{L})/u,
};

export const POLISH: WordTable = {
  stop: `a aby albo ale bardzo bez bo by był była było były być będzie będę będą chce chcę ci ciebie co coś czy dla do dlaczego dlatego go
    gdy gdzie i ich im ja jak jaki jaka jakie jako jakiś jakaś jakieś je jego jej jest jestem jesteś jesteśmy jeszcze jeśli jeżeli już
    kiedy kto ktoś który która które których którzy którą lub ma mam mamy masz mi mnie mną moja moje mój może można my mu mieć miał
    miała musi na nad nam nami nas nasz nasze nasza nic nich nie nim nią niego niej niż no o od ona one oni ono oraz po pod ponieważ
    potem przed przez przy się siebie sobie są swój swoja swoje swojego swojej swoim swoich swoją sobą ta tak taki taka takie także tam te tego tej ten też teraz tę tą to tobie tu tutaj tych
    tym ty tylko u w we was wam więc wszystko wszyscy wszystkie wszystkich właśnie z za ze że żeby żaden zawsze nigdy trochę czego czemu
    kogo mówi mówię powiedział po prostu chyba naprawdę nawet którym którego której których którymi`,
  general: `dzień dni dnia rok roku lat lata tydzień tygodnia tygodni miesiąc miesiąca miesięcy godzina godziny godzin minut minuty raz razy
    czas czasu ludzie ludzi człowiek człowieka pan pani pana panu panią państwo państwa państwu rzecz rzeczy sprawa życie świat przykład moment część połowa początek koniec rano
    wieczór noc`,
  signs: {
    and: "i oraz",
    but: "ale lecz jednak a",
    or: "albo lub",
    so: "więc dlatego zatem",
    because: "bo ponieważ",
    also: "też także potem wtedy również",
    yeah: "tak aha jasne oczywiście pewnie",
    right: "racja zgadza",
    exactly: "dokładnie właśnie",
    okay: "dobra okej ok",
    well: "no cóż",
    he: "on ona ono oni one jego jej ich jemu",
    this: "to tamto",
    in: "w we na z ze do od o po za pod nad przy bez dla przez jeśli jeżeli nie i oraz bardzo",
    which: "że żeby aby który która które którzy",
    what: "dlaczego czemu kto kiedy gdzie ile czy",
  },
  hesitations: "yyy eee yhm hmm mmm",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:tak|nie|prawda|racja|rozumiesz|wiesz|dobrze|okej|zgadza się|co nie|no nie)$|(?:^| )(?:nieprawdaż|czyż nie)$/,
  // "I liga" is the first one; "i tak" says "anyway".
  joining:
    /^(?:i(?! (?:wojn|lig|klas|etap|rund|miejsc|tur|instancj|stopni|połow|kwartał)| tak(?!\p{L})|[^,]{0,40}, i )|a(?! (?:nie|propos|nuż|priori)(?!\p{L}))|ale(?! (?:jaja|numer|czad|heca)(?!\p{L}))|no)(?![\p{L}\p{N}-])/iu,
  leadIns: new RegExp(
    `^(?:no|tak|no tak|no więc|dobra|słuchaj|właściwie|generalnie|no cóż|to znaczy|znaczy)(?=,${NO_CLAUSE.pl})`,
    "iu",
  ),
  housekeeping:
    /(?<!\p{L})(?:witam(?:y)? (?:was|państwa|wszystkich|w)|witajcie|cześć wszystkim|do (?:zobaczenia|usłyszenia|widzenia)|subskryb\p{L}*|sponsor\p{L}*|dzięk(?:i|uję|ujemy) (?:że|za|ci|wam|państwu)|dziękuję bardzo|ten odcinek|w tym odcinku|zapraszam do (?:oglądania|słuchania|wysłuchania))(?!\p{L})/u,
};

export const CZECH: WordTable = {
  stop: `a aby aj ale ani asi až bez bude budeme budou budu by bych bychom bys byl byla byli bylo být chce chci co což další dělat dneska
    do hodně i já jak jakmile jako jaký jaká jaké je jeho jej její jejich jen jenom jestli ještě ji jí jich jim jinak jsem jseš
    jsi jsme jsou jste již k kam každý kde kdo kdy když ke kolik která které který kteří kterou kterého ku ma má mají mám máme máš máte
    mě mezi mi mít mně mnou moc mohl moje může můžu můj my na nad nám nás náš naše ne nebo něco nějak nějaký nějaká nějaké nejde někdo
    není než nic nich nikdo nikdy nim ním o od on ona oni ono ovšem pak po pod podle pokud pořád potom prostě pro proč proto protože před
    přes při prý s se sem si skoro snad svůj své svoje svou ta tady tak takže taky také takový tam tě teď ten tenhle teda tedy tento to
    toho tohle tom tomu tu tuhle tvůj ty tím u určitě už v vám vás ve velmi víc víš však všechno všichni vůbec vy z za zase ze že řekl říkám
    říkal musí musím musel muset jde`,
  general: `den dny dnů dní dne rok roky roku let léta týden týdny týdnů měsíc měsíce měsíců hodina hodiny hodin minuta minuty minut čas času
    doba doby ráno večer noc dnes včera zítra člověk člověka lidé lidi lidí pan paní věc věci věcí způsob část konec začátek příklad
    otázka otázky problém život života svět světa polovina koruna korun procent první druhý třetí poslední nejlepší dva dvě tři čtyři pět
    šest sedm osm devět deset dvacet třicet sto tisíc milion milionů`,
  signs: {
    and: "a i",
    but: "ale avšak však",
    or: "nebo anebo",
    so: "takže proto tedy",
    because: "protože neboť",
    also: "taky také potom pak navíc",
    yeah: "jo ano jasně určitě",
    right: "pravda správně",
    exactly: "přesně právě",
    okay: "dobře dobrý okej ok",
    well: "no",
    he: "on ona oni ony jeho její jejich jemu",
    this: "to tohle toto",
    in: "v ve na s z ze do od o po za pod nad při bez pro přes jestli když ne a i velmi",
    which: "že aby který která které kteří což",
    what: "proč kdo kdy kde kolik",
  },
  hesitations: "ehm eee hmm mmm ééé",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:ne|že|jo|viď|víš|že ano|že jo|pravda|chápeš|rozumíš|dobře|no ne)$|(?:^| )(?:že ano|že jo|viďte)$/,
  joining:
    /^(?:a(?! (?:tak|to|sice|priori)(?!\p{L})|[^,]{0,40}, a )|i(?! (?:když|tak|kdyby)(?!\p{L})|[^,]{0,40}, i )|ale|no)(?![\p{L}\p{N}-])/iu,
  leadIns: new RegExp(
    `^(?:no|jo|ano|hele|poslouchej|prostě|vlastně|dobře|no jo|takže|víš)(?=,${NO_CLAUSE.cs})`,
    "iu",
  ),
  housekeeping:
    /(?<!\p{L})(?:vítejte|vítám (?:vás|všechny)|ahoj všichni|na shledanou|nashledanou|mějte se|odběr\p{L}*|odebír\p{L}*|sponzor\p{L}*|děkuj(?:i|u|eme) (?:že|za|vám|všem)|(?:tento|tenhle|nový|další|dalšího) (?:díl|dílu|epizod\p{L}*))(?!\p{L})/u,
};
