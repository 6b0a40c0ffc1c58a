// How people ask for clips in other languages than English, a row of words each. They are patterns of whole words; what
// stands in a row counts only beside others of the same row ("Mach" before "Clips"), since many of these words say something
// else in another language.

export interface RequestForms {
  /** Asks whether one can, or says that one wants: "könntest du", "je voudrais". */
  readonly wants: string;
  /** Commands, and what follows "can you": "mach", "erstellen". */
  readonly makes: string;
  /** For whom, written apart, and politely: "mir", "bitte". */
  readonly beside: string;
  /** "Clips", "Ausschnitte". */
  readonly clips: string;
  /** What stands beside clips and only says how many, how long and how good they are. */
  readonly sorts: string;
  readonly numbers: string;
  /** What stands before a platform. */
  readonly for: string;
  /** What stands before the subject. */
  readonly about: string;
  /** "Unter", "je". */
  readonly bounds: string;
  /** What says right behind clips how long they are: "Clips von 30 Sekunden". */
  readonly of: string;
  /** "Sekunden". */
  readonly units: string;
  /** What a command ends with that is written apart from its verb: "Schneide … heraus"; what "can you" ends with. */
  readonly lastly?: string;
}

/** The words for clips that English has too. */
export const CLIPS = "clips?|shorts?|reels?|videos?|tiktoks?|teasers?|trailers?|highlights?";

export const REQUEST_FORMS = {
  de: {
    wants:
      "ich (?:hätte gerne?|möchte|brauche|suche|will)(?: gerne?)?|(?:könn(?:test|ten|tet)|kannst|könnt|können|würdest|würden) (?:du|sie|ihr|wir)|wir (?:brauchen|suchen|hätten gerne?|möchten|wollen)",
    makes:
      "mach(?:t|e|en sie)?|erstell(?:e|t|en sie)?|erzeug(?:e|t|en sie)?|generier(?:e|t|en sie)?|schneid(?:e|et|en sie)?|produzier(?:e|t|en sie)?|zeig(?:e|t|en sie)?|find(?:e|et|en sie)?|such(?:e|t|en sie)?|gib|geben sie|nimm|wähl(?:e|t|en sie)?|hol(?:e|t|en sie)?|bau(?:e|t|en sie)?",
    beside: "mir|uns|bitte|mal|daraus|hieraus|gerne?|noch",
    clips: `${CLIPS}|ausschnitte?n?|kurzvideos?|stellen|momente?n?|szenen?|abschnitte?n?|höhepunkte?n?|schnipsel`,
    sorts:
      "der|die|das|den|einige|ein paar|paar|mehrere|beste[nr]?|gute[nr]?|kurze[nr]?|kürzere|knackige[nr]?|knappe[nr]?|virale[nr]?|spannend(?:e|en|sten?)|packend(?:e|en|sten?)|fesselnd(?:e|en|sten?)|interessant(?:e|en|esten?)|wichtig(?:e|en|sten?)|stark(?:e|en)|stärksten?|schön(?:e|en|sten?)|unterhaltsam(?:e|en|sten?)|teilenswerte[nr]?",
    numbers:
      "ein(?:e|en|er|es)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|fünfzehn|zwanzig|dreißig|sechzig",
    for: "für",
    about: "über|zu[mr]?|von|mit|ohne|in denen|in dem|in der|wo|die|bitte|und|je|unter|maximal",
    bounds:
      "unter|bis zu|höchstens|maximal|max\\.?|mindestens|weniger als|mehr als|nicht länger als|etwa|circa|ca\\.?|je|jeweils",
    of: "von|à|mit",
    units: "(?:sekunden?|sek\\.?|minuten?|min\\.?|s)(?:\\s+(?:lang|länge|pro clip))?",
    lastly:
      "(?:heraus|raus|aus|zusammen|hervor)(?:suchen|schneiden)?|finden|suchen|zeigen|machen|erstellen|erzeugen|generieren|schneiden|geben|wählen|haben|sehen",
  },
  fr: {
    wants:
      "je (?:voudrais|veux|cherche|souhaite(?:rais)?)(?: (?:avoir|voir))?|j['’]aimerais(?: (?:avoir|voir))?|(?:pouvez|pourriez)-vous|(?:peux|pourrais)-tu|est-ce que (?:tu peux|vous pouvez)|il (?:me|nous) faut",
    makes:
      "(?:fais|faites|faire|crée[sz]?|créer|génère[sz]?|générer|générez|montre[zr]?|trouve[zr]?|cherche[zr]?|donne[zr]?|coupe[zr]?|extrais|extraire|extrayez|sors|sortez|prépare[zr]?|choisi(?:s|r|ssez)|sélectionne[zr]?)(?:-(?:moi|nous))?",
    beside: "me|nous|m['’]en|s['’]il (?:te|vous) pla[iî]t|svp|stp",
    clips: `${CLIPS}|extraits?|passages?|moments? forts|temps forts|moments?|séquences?|vidéos?`,
    sorts:
      "les?|la|des?|quelques|plusieurs|plus|meilleure?s?|bonn?e?s?|court(?:e|s|es)?|vira(?:l|le|les|ux)|percutante?s?|marquante?s?|accrocheu(?:rs?|ses?)|intéressante?s?|importante?s?|captivante?s?|forte?s?|petite?s?",
    numbers:
      "(?:d['’])?une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|soixante",
    for: "pour",
    about: "sur|à propos|de|du|des|d['’]|avec|sans|où|qui|dans|et|au sujet",
    bounds: "(?:de )?(?:moins|plus)(?: de)?|jusqu['’]à|au (?:plus|maximum)|maximum|environ|d['’]environ",
    of: "de",
    units: "(?:secondes?|sec\\.?|minutes?|min\\.?|s)(?:\\s+(?:chacune?|maximum|max|au plus|environ))?",
  },
  es: {
    wants:
      "(?:quiero|quisiera|necesito|busco|me gustaría)(?: (?:ver|tener))?|(?:podrías|podría|puedes|puede|podéis|podrían)",
    makes:
      "(?:haz|haga|hacer|crea|cree|crear|genera|genere|generar|muestra|muéstra|muestre|mostrar|encuentra|encuéntra|encontrar|busca|búsca|busque|buscar|da|dé|dar|corta|córta|cortar|saca|sáca|sacar|prepara|prepára|preparar|elige|elíge|elegir|extrae|extraer|selecciona|seleccionar)(?:me|nos)?",
    beside: "por favor|me|nos|porfa",
    clips: `${CLIPS}|fragmentos?|extractos?|momentos?|escenas?|partes|vídeos?|cortes`,
    sorts:
      "los?|las?|el|unos|unas|algunos|algunas|varios|varias|más|mejor(?:es)?|buen(?:os|as)|cort[oa]s?|breves?|virales|viral|potentes|interesantes|importantes|destacad[oa]s|impactantes|pequeñ[oa]s",
    numbers: "una?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|veinte|treinta|sesenta",
    for: "para",
    about: "sobre|acerca|de|del|con|sin|donde|en los que|en que|que|y",
    bounds: "de menos de|menos de|de más de|más de|de hasta|hasta|como máximo|máximo|alrededor de|de unos",
    of: "de",
    units: "(?:segundos?|seg\\.?|minutos?|min\\.?|s)(?:\\s+(?:cada uno|como máximo|máximo|máx))?",
  },
  it: {
    wants:
      "(?:vorrei|voglio|cerco|mi serv(?:e|ono)|mi piacerebbe)(?: (?:vedere|avere))?|(?:puoi|potresti|può|potrebbe|potete)",
    makes:
      "fammi|facci|(?:fa['’]?i?|fare|crea|creare|genera|generare|mostra|mostrare|trova|trovare|cerca|cercare|dai|dare|taglia|tagliare|estrai|estrarre|prepara|preparare|scegli|scegliere|seleziona)(?:mi|ci)?",
    beside: "per favore|mi|ci",
    clips: `${CLIPS}|momenti|momenti salienti|estratti|spezzoni|scene|parti|brani`,
    sorts:
      "il|lo|la|i|gli|le|alcun[ie]|qualche|divers[ie]|più|miglior[ie]?|buon[ie]|brev[ie]|cort[ie]|virali|virale|interessanti|importanti|salienti|coinvolgenti",
    numbers: "una?|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|quindici|venti|trenta|sessanta",
    for: "per",
    about: "su|sul|sulla|sui|di|con|senza|dove|in cui|che|e",
    bounds: "di meno di|meno di|sotto i|di più di|più di|fino a|massimo|al massimo|di circa|circa",
    of: "da|di",
    units:
      "(?:secondi|secondo|sec\\.?|minut[oi]|min\\.?|s)(?:\\s+(?:ciascun[oa]|l['’]un[oa]|al massimo|massimo))?",
  },
  pt: {
    wants:
      "(?:eu )?(?:quero|queria|preciso de|procuro|gostaria de)(?: (?:ver|ter))?|(?:você |tu )?(?:pode(?:ria)?|podes|podem)",
    makes:
      "(?:faça|faz|fazer|faze|crie|cria|criar|gere|gera|gerar|mostre|mostra|mostrar|encontre|encontra|encontrar|procure|procurar|dê|dar|corte|corta|cortar|extraia|extrair|prepare|preparar|escolha|escolher|selecione)(?:-(?:me|nos))?",
    beside: "me|nos|por favor|pra mim|para mim",
    clips: `${CLIPS}|clipes?|trechos?|cortes|momentos?|cenas?|partes|vídeos?|destaques`,
    sorts:
      "os?|as?|uns|umas|alguns|algumas|vários|várias|mais|melhor(?:es)?|bons|boas|curt[oa]s?|breves?|virais|viral|interessantes|importantes|impactantes|pequen[oa]s",
    numbers: "uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|sessenta",
    for: "para|pra|pro",
    about: "sobre|acerca|de|do|da|com|sem|onde|em que|que|e",
    bounds:
      "de menos de|menos de|com menos de|de mais de|mais de|de até|até|no máximo|máximo|de cerca de|cerca de",
    of: "de",
    units: "(?:segundos?|seg\\.?|minutos?|min\\.?|s)(?:\\s+(?:cada(?: um)?|no máximo))?",
  },
  nl: {
    wants:
      "ik (?:wil|zou|zoek|heb)(?: graag)?(?: nodig)?|(?:kun|kan|zou|kunt) (?:je|u|jij)|we (?:willen|zoeken)(?: graag)?",
    makes: "maak|creëer|genereer|knip|toon|vind|zoek|geef|kies|haal|selecteer",
    beside: "me|mij|ons|alsjeblieft|alstublieft|graag|even|eens|er",
    clips: `${CLIPS}|fragmenten|fragment|stukken|stukjes|momenten|scènes|hoogtepunten|video['’]s|filmpjes`,
    sorts:
      "de|het|enkele|een paar|paar|beste|goede|korte|virale|spannende|spannendste|interessante|interessantste|belangrijkste|leuke|leukste|sterke|sterkste|meest",
    numbers: "een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|vijftien|twintig|dertig|zestig",
    for: "voor",
    about: "over|van|met|zonder|waarin|waar|en|die",
    bounds: "onder(?: de)?|tot|maximaal|hooguit|minder dan|meer dan|ongeveer",
    of: "van",
    units: "(?:seconden?|sec\\.?|minuten|minuut|min\\.?|s)(?:\\s+(?:elk|per stuk|lang))?",
    lastly: "maken|vinden|zoeken|tonen|laten zien|knippen|geven|kiezen|zien|hebben",
  },
  pl: {
    wants: "chc(?:ę|emy)|chciał(?:bym|abym)|potrzebuję|szukam|(?:możesz|mógłbyś|mogłabyś|czy możesz)",
    makes:
      "zrób|zróbcie|stwórz|utwórz|przygotuj|wygeneruj|pokaż|znajdź|daj|wybierz|wytnij|zrobić|stworzyć|przygotować|znaleźć|pokazać|wybrać",
    beside: "mi|nam|proszę",
    clips: `${CLIPS}|klip(?:y|ów)?|fragment(?:y|ów)?|momenty|momentów|scen[y]?|filmik(?:i|ów)|rolk(?:i|ę)|rolek`,
    sorts:
      "kilka|najlepsz(?:e|ych)|dobre|dobrych|krótki(?:e|ch)|wiralow(?:e|ych)|ciekaw(?:e|ych)|najciekawsz(?:e|ych)|ważne|najważniejsz(?:e|ych)",
    numbers:
      "jedn(?:a|ej|ą)|dwa|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|dwanaście|piętnaście|dwadzieścia",
    for: "na|dla|do",
    about: "o|z|bez|gdzie|w których|na temat|i",
    bounds: "do|poniżej|maksymalnie|około|ponad|po",
    of: "o długości",
    units: "(?:sekund[ya]?|sek\\.?|minut[ya]?|min\\.?|s)(?:\\s+każdy)?",
  },
  sv: {
    wants: "jag (?:vill|skulle vilja)(?: ha| se)?|(?:kan|skulle) du(?: kunna)?",
    makes: "gör|skapa|generera|klipp|visa|hitta|ge|välj|göra",
    beside: "mig|oss|tack|gärna",
    clips: `${CLIPS}|klipp|klippen|ögonblick|stunder|avsnitt|scener|höjdpunkter`,
    sorts: "de|några|bästa|bra|korta|virala|intressanta(?:ste)?|viktigaste|roliga|starkaste|mest",
    numbers: "en|ett|två|tre|fyra|fem|sex|sju|åtta|nio|tio|tolv|femton|tjugo",
    for: "för|till",
    about: "om|med|utan|där|från|och",
    bounds: "under|upp till|högst|max(?:imalt)?|ungefär|cirka",
    of: "på",
    units: "(?:sekunder|sekund|sek|minuter|minut|min|s)(?:\\s+(?:vardera|var|styck))?",
  },
  da: {
    wants: "jeg (?:vil|ønsker)(?: gerne)?(?: have| se)?|(?:kan|vil) du",
    makes: "lav|skab|generer|klip|vis|find|giv|vælg|lave",
    beside: "mig|os|tak|venligst|lige",
    clips: `${CLIPS}|klip|øjeblikke|stunder|uddrag|scener|højdepunkter`,
    sorts: "de|nogle|bedste|gode|korte|virale|interessante(?:ste)?|vigtigste|sjove|stærkeste|mest",
    numbers: "en|et|to|tre|fire|fem|seks|syv|otte|ni|ti|tolv|femten|tyve",
    for: "til",
    about: "om|med|uden|hvor|fra|og",
    bounds: "under|op til|højst|maks(?:imalt)?|cirka",
    of: "på",
    units: "(?:sekunder|sekund|sek|minutter|minut|min|s)(?:\\s+(?:hver|stykket))?",
  },
  no: {
    wants: "jeg (?:vil|ønsker)(?: gjerne)?(?: ha| se)?|(?:kan|vil) du",
    makes: "lag|skap|generer|klipp|vis|finn|gi|velg|lage",
    beside: "meg|oss|takk|gjerne",
    clips: `${CLIPS}|klipp|klippene|øyeblikk|stunder|utdrag|scener|høydepunkter`,
    sorts: "de|noen|beste|gode|korte|virale|interessante(?:ste)?|viktigste|morsomme|sterkeste|mest",
    numbers: "en|ett?|to|tre|fire|fem|seks|sju|syv|åtte|ni|ti|tolv|femten|tjue",
    for: "for|til",
    about: "om|med|uten|der|hvor|fra|og",
    bounds: "under|opptil|høyst|maks(?:imalt)?|cirka",
    of: "på",
    units: "(?:sekunder|sekund|sek|minutter|minutt|min|s)(?:\\s+hver)?",
  },
  ru: {
    wants:
      "(?:я )?(?:хочу|хотел(?:а)? бы|ищу)(?: (?:видеть|увидеть|получить))?|нужны|мне нужны|(?:можешь|можете|не могли бы вы)",
    makes:
      "сделай(?:те)?|создай(?:те)?|сгенерируй(?:те)?|нареж(?:ь|ьте)|вырежи(?:те)?|покажи(?:те)?|найди(?:те)?|дай(?:те)?|подбери(?:те)?|выбери(?:те)?|сделать|создать|найти",
    beside: "мне|нам|пожалуйста",
    clips: `${CLIPS}|клип(?:ы|ов|а)?|ролик(?:и|ов|а)?|момент(?:ы|ов|а)?|фрагмент(?:ы|ов|а)?|отрыв(?:ки|ков)|видео|сцены|рилс(?:ы|ов)?|шортс(?:ы|ов)?`,
    sorts: "несколько|самы[ех]|лучши[ех]|хороши[ех]|коротки[ех]|вирусны[ех]|интересны[ех]|важны[ех]|ярки[ех]",
    numbers:
      "одн(?:ой|у)|два|три|четыре|пять|шесть|семь|восемь|девять|десять|двенадцать|пятнадцать|двадцать|тридцать",
    for: "для",
    about: "про|о|об|обо|с|без|где|и|из",
    bounds: "до|менее|меньше|не более|не длиннее|максимум|около|по",
    of: "на",
    units: "(?:секунд[аы]?|сек|минут[аыу]?|мин|с)(?:\\s+кажд(?:ый|ое))?",
  },
  uk: {
    wants: "(?:я )?(?:хочу|хотів би|хотіла б|шукаю)|потрібні|мені потрібні|(?:можеш|можете|чи могли б ви)",
    makes:
      "зроби|зробіть|створи|створіть|згенеруй(?:те)?|наріж(?:те)?|виріж(?:те)?|покажи|покажіть|знайди|знайдіть|дай(?:те)?|добери|вибери|виберіть|зробити|створити|знайти",
    beside: "мені|нам|будь ласка",
    clips: `${CLIPS}|кліп(?:и|ів)?|ролик(?:и|ів)?|момент(?:и|ів)?|фрагмент(?:и|ів)?|урив(?:ки|ків)|відео|сцени|рілс(?:и|ів)?|шортс(?:и|ів)?`,
    sorts:
      "кілька|найкращ(?:і|их)|коротк(?:і|их)|вірусн(?:і|их)|цікав(?:і|их)|найцікавіш(?:і|их)|важлив(?:і|их)|яскрав(?:і|их)",
    numbers:
      "одн(?:ієї|у)|два|три|чотири|п['’]ять|шість|сім|вісім|дев['’]ять|десять|дванадцять|п['’]ятнадцять|двадцять|тридцять",
    for: "для",
    about: "про|о|з|без|де|і|та",
    bounds: "до|менше|не більше|не довше|максимум|близько|по",
    of: "на",
    units: "(?:секунд[аи]?|сек|хвилин[аиу]?|хв|с)(?:\\s+кожен)?",
  },
} as const satisfies Readonly<Record<string, RequestForms>>;
