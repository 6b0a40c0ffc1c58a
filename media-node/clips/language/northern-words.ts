// The words of Swedish, Danish and Norwegian Bokmål (see language-words). "Det" refers as often as it only fills a place
// ("det är svårt att …"), so it is no sign; prepositions that end clauses as parts of verbs ("på", "av", "om") are none either.
import type { WordTable } from "./word-table.ts";

export const SWEDISH: WordTable = {
  stop: `alla allt alltid alltså annan andra att av bara blev bli blir bra da de dem den denna deras dess dessa det detta dig din dina
    ditt du där därför då efter eftersom ej eller en er era ert ett fast fick finns fram från får för förut ge genom gick gjorde
    gå går gör göra ha hade han hans har hela helt hem henne hennes hit hon honom hos hur här i icke igen in inga ingen inget
    ingenting innan inte ja jag ju just kan kanske kom kommer kunde liksom lite man med medan mellan men mer mera mest mig min
    mina mitt mot mycket måste mått många nej ni nog nu nån något någon någonting några nästan när och också om oss på redan sa
    sade samma sedan sen ser sig sin sina sitt själv ska skulle slags som så sådan säga säger ta tack tar till tills tog trots
    typ tyckte tycker under upp ur ut utan vad var vara varför varit varje vara vem vet vi vid vilja vilka vilken vilket vill ville
    visst väl vår våra vårt än ändå är även åt över`,
  general: `dag dagar dagen år året åren vecka veckor veckan månad månader månaden timme timmar minut minuter gång gånger tid tiden morgon
    kväll natt idag igår imorgon människa människor folk person personer man kvinna sak saker saken sätt del delen bit slut slutet början
    exempel fråga frågor problem liv livet världen hälften kronor procent första andra tredje sista bästa två tre fyra fem sex sju åtta
    nio tio tolv tjugo trettio hundra tusen`,
  signs: {
    and: "och",
    but: "men fast",
    or: "eller",
    so: "därför alltså",
    because: "eftersom",
    also: "också även sedan sen då dessutom annars",
    yeah: "ja jo japp jajamän självklart absolut",
    no: "nej nä nejdå",
    right: "precis stämmer",
    exactly: "exakt",
    okay: "okej ok",
    well: "nåväl tja",
    he: "han hon de dom honom henne",
    this: "detta denna dessa",
    the: "min mitt mina din ditt sin sitt sina vår vårt våra varje",
    one: "en ett",
    in: "från för utan och att mycket väldigt ganska",
    which: "som",
    what: "varför hur vem vad vilken vilket vilka",
  },
  hesitations: "eh öh öhm ehm hm mm",
  determiners: "en ett min mitt mina din ditt sin sitt sina vår vårt våra denna detta varje ingen inget",
  pronounArticles: "en ett denna detta ingen inget",
  tags: /^(?:eller|va|inte sant|förstår du|du vet|okej|visst|ju)$|(?:^| )eller hur$/,
  joining: /^(?:och|men)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:ja|jo|alltså|precis|okej|jaha|nåväl|vet du|du vet|liksom)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:välkom(?:men|na)|vi (?:hörs|ses)|hej ?då|prenumer\p{L}*|sponsr?\p{L}*|tack (?:för att|till)|(?:detta|det här|dagens) avsnitt(?:et)?|nytt avsnitt)(?!\p{L})/u,
};

export const DANISH: WordTable = {
  stop: `af al alle alligevel alt altid altså anden andet andre at bare begge blev blive bliver da de dem den denne der deres derfor det
    dette dig din dine dit dog du efter ej eller en end er et et fik fordi for fra få får før gennem gik gjorde godt gør gøre går ham han
    hans har have havde helt hende hendes her hos hun hvad hvem hver hvilken hvilket hvis hvor hvordan hvorfor hvornår i igen ikke ind
    ingen intet ja jeg jer jo kan kom kommer kun kunne lidt lige man mange med meget mellem men mere mest mig min mine mit mod må måske
    ned nej nogen noget nogle nok nu når og også om op os over på sagde samme selv ser sidste sig sige siger sin sine sit skal skulle
    som så sådan tag tak til tog ud uden under var ved vi ville vil vores være været vidste ved år`,
  general: `dag dage dagen år året uge uger ugen måned måneder time timer minut minutter gang gange tid tiden morgen aften nat
    menneske mennesker folk person personer mand kvinde ting tingene måde del delen slut slutningen start begyndelsen eksempel spørgsmål
    problem liv livet verden halvdelen kroner procent første anden tredje sidste bedste to tre fire fem seks syv otte ni ti tolv tyve
    tredive hundrede tusind tusinde`,
  signs: {
    and: "og",
    but: "men",
    or: "eller",
    so: "derfor altså",
    because: "fordi",
    also: "også derefter desuden ellers bagefter",
    yeah: "ja jo jep selvfølgelig absolut",
    no: "nej næh næ",
    right: "rigtigt",
    exactly: "præcis netop",
    okay: "okay ok",
    well: "nå tja",
    he: "han hun de ham hende",
    this: "dette denne disse",
    the: "min mit mine din dit sin sit sine vores hver",
    one: "en et",
    in: "fra uden og at meget ret",
    which: "som",
    what: "hvorfor hvordan hvem hvad hvilken hvilket hvornår",
  },
  hesitations: "øh øhm æh hm mm",
  determiners: "en et min mit mine din dit sin sit sine vores denne dette hver ingen intet",
  pronounArticles: "en et denne dette ingen intet",
  tags: /^(?:ikke|ikke sandt|vel|jo|ik|forstår du|ved du|okay)$|(?:^| )ikke også$/,
  joining: /^(?:og|men)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:ja|jo|altså|præcis|okay|nå|ved du hvad|nå ja)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:velkommen|vi (?:høres|ses)(?: ved)?|farvel|abonn\p{L}*|sponsor\p{L}*|tak (?:fordi|for at|til)|(?:dette|dagens) afsnit|nyt afsnit)(?!\p{L})/u,
};

export const NORWEGIAN: WordTable = {
  stop: `å alle allerede alltid alt altså andre annen annet at av bare begge ble bli blir da de deg dem den denne der deres derfor det dette
    din dine ditt dit du eller en enn er et ett etter fikk for fordi fra få får før gikk gjennom gjorde gjør gjøre godt går ha hadde ham
    han hans har hele helt henne hennes her hos hun hva hvem hver hvilken hvilket hvis hvor hvordan hvorfor i igjen ikke ingen ingenting
    inn ja jeg jo kan kanskje kom kommer kun kunne litt man mange med meg mellom men mens mer mest min mine mitt mot mye må måtte ned nei
    noe noen nok nå når og også om opp oss over på sa samme seg selv ser siden sier si sin sine sitt skal skulle slik som så sånn ta
    takk til tok under uten ut var ved vet vi vil ville vår våre vårt være vært veldig dere`,
  general: `dag dager dagen år året uke uker uka måned måneder time timer minutt minutter gang ganger tid tiden tida morgen kveld natt
    menneske mennesker folk person personer mann kvinne ting tingene måte måten del delen slutt slutten starten begynnelsen eksempel
    spørsmål problem liv livet verden halvparten kroner prosent første andre tredje siste beste to tre fire fem seks sju åtte ni ti tolv
    tjue tretti hundre tusen`,
  signs: {
    and: "og",
    but: "men",
    or: "eller",
    so: "derfor altså",
    because: "fordi",
    also: "også deretter dessuten ellers etterpå",
    yeah: "ja jo jepp selvfølgelig absolutt",
    no: "nei",
    right: "riktig stemmer",
    exactly: "akkurat nettopp presis",
    okay: "okei ok greit",
    well: "vel tja",
    he: "han hun de ham henne",
    this: "dette denne disse",
    the: "min mitt mine din ditt sin sitt sine vår vårt våre hver",
    one: "en et ei",
    in: "fra uten og at veldig ganske",
    which: "som",
    what: "hvorfor hvordan hvem hva hvilken hvilket",
  },
  hesitations: "eh øh ehm hm mm",
  determiners: "en et ei min mitt mine din ditt sin sitt sine vår vårt våre denne dette hver ingen",
  pronounArticles: "en et ei denne dette ingen",
  tags: /^(?:ikke|ikke sant|sant|vel|skjønner du|vet du|ok|okei)$|(?:^| )ikke sant$/,
  joining: /^(?:og|men)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:ja|jo|altså|akkurat|ok|okei|nei|vet du|vet du hva|tja)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:velkommen|vi (?:høres|ses|snakkes)|ha det|abonner\p{L}*|spons\p{L}*|takk (?:for at|til|for meg)|(?:denne|dagens) episode[n]?|ny episode)(?!\p{L})/u,
};
