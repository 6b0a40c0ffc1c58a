// The words of German, Spanish, French, Italian, Portuguese and Dutch (see language-words).
import type { WordTable } from "./word-table.ts";

export const GERMAN: WordTable = {
  stop: `der die das den dem des ein eine einen einem einer eines kein keine keinen keiner keinem und oder aber sondern denn
    weil dass wenn als ob wie wo was wer wen wem warum wann also doch schon noch nur auch nicht nie mehr sehr so da dann hier
    dort ich du er sie es wir ihr man mich dich sich uns euch mir dir ihm ihn ihnen mein meine meinen meinem meiner dein
    deine sein seine seinen seiner unser unsere unserer euer dieser diese dieses diesem diesen jeder jede jedes jeden alle
    alles allem allen nichts etwas niemand jemand bin bist ist sind seid war waren wäre wird werden wurde hat habe hab haben
    hatte hatten hast habt kann können konnte muss müssen will wollen wollte soll sollte darf macht machen gibt geht in im an
    am auf aus bei beim mit nach von vom zu zum zur über unter vor für um durch gegen ohne bis seit während ja nein mal halt
    eben eigentlich wirklich ganz gar wieder immer jetzt heute einfach genau nach hin her ab los zwischen selbst könnte
    könnten könntest kannst konnten würde würden würdest wären hätte hätten hättest müsste müssten musste mussten sollten
    möchte möchten dürfen durfte dürfte willst wurden werde wirst ihre ihren ihrem`,
  general: `mal tag tage tagen jahr jahre jahren woche wochen monat monate monaten stunde stunden minute minuten uhr zeit
    morgen abend nacht anfang ende leute leuten mensch menschen ding dinge sache sachen hälfte doppelte doppelten teil art
    weise grund beispiel wichtigste euro prozent prozente moment frage fragen leben beste besten erste ersten meiste meisten spaß quatsch hause fall fälle güte gegensatz
    montag dienstag mittwoch donnerstag freitag samstag sonntag mann frau alltag sonntagabend tages monats jahres
    zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert tausend`,
  signs: {
    and: "und",
    but: "aber sondern",
    or: "oder",
    so: "also deshalb deswegen darum daher somit",
    because: "weil",
    cause: "denn",
    also: "auch dann danach seitdem trotzdem außerdem sonst",
    yeah: "ja doch jawohl natürlich klar na",
    no: "nein nee nö",
    right: "stimmt richtig",
    exactly: "genau",
    okay: "okay ok gut",
    well: "nun tja naja",
    he: "er sie ihn ihm",
    this: "das dies davon dafür dagegen damit darauf darüber",
    the: "der die das den dem des eine einen einem einer mein meine unser unsere kein",
    one: "ein keine jeder jede jeden",
    in: "in im am von vom zum zur für gegen ohne seit wenn und",
    which: "dass ob",
    what: "warum wieso weshalb wer was wie wann",
  },
  hesitations: "äh ähm öh öhm hm hmm mhm",
  determiners:
    "der die das den dem des ein eine einen einem einer im am zum zur vom beim kein keine keinen mein meine unser",
  pronounArticles: "",
  tags: /^(?:oder|oder nicht|ne|nich|stimmts|stimmt's|weißt du|verstehst du|ja|richtig|okay|wa)$|(?:^| )(?:nicht wahr|gell)$/,
  joining: /^(?:und(?! ob )|aber|sondern|na ja|naja)(?![\p{L}\p{N}-])/iu,
  leadIns:
    /^(?:(?:also|ja|ja genau|genau|nun|doch|gut|okay|tja|na gut|schau|schau mal)(?=,)|(?:weißt du|wissen sie|ich meine|sagen wir|ehrlich gesagt)(?=,(?! (?:dass|ob|w(?:ie|as|er|en|em|o|ann|arum|ieso|eshalb|elche\p{L}*|o(?:her|hin|bei|durch|für|mit|ran|rauf|rüber))|d(?:er|ie|as|en|em) (?:und|ist|war))(?!\p{L}))))/iu,
  housekeeping:
    /\b(?:willkommen|bis zum nächsten mal|bis bald|bis dann|abonnier\w*|abonniert|werbung|sponsor\w*|danke (?:dir|ihnen|euch)|vielen dank|tschüss|auf wiedersehen|schön dass (?:du|sie|ihr) da|diese(?:r|n)? (?:folge|podcast|episode))(?!\p{L})/u,
};

export const SPANISH: WordTable = {
  stop: `el la los las un una unos unas lo al del de a en con por para sin sobre entre hasta desde y e o u pero sino porque
    que qué si sí no ni ya muy más menos tan también como cómo cuando cuándo donde dónde quien quién cual cuál cuánto yo tú
    él ella ellos ellas usted ustedes nosotros me te se nos le les mi mis tu tus su sus este esta esto estos estas ese esa
    eso esos esas aquel aquella mí ti es son era eran fue fueron ser está están estaba estar estoy soy eres hay había he has
    ha han hemos hacer hace hizo tiene tengo tenía tienes tener va voy vas van ir puede puedo todo toda todos todas nada nadie
    algo alguien cada otro otra mismo misma así ahí allí aquí entonces luego pues bueno después antes siempre nunca ahora
    solo sólo aunque mientras quiero quiere quería creo dije dijo podría podrías podrían podemos puedes pueden debería sería haría vamos quieres`,
  general: `día días año años semana semanas mes meses hora horas minuto minutos vez veces tiempo mañana tarde noche gente
    cosa cosas manera forma parte lado tipo ejemplo momento vida persona personas euros mitad final principio primer primera
    primero gran buen buena mejor peor última último verdad cuenta lunes viernes sábado domingo señor señora cabeza favor
    poco poca pocos pocas montón nuevo nueva nuevos nuevas viejo vieja pequeño pequeña bueno dos tres cuatro cinco seis siete ocho nueve diez doce veinte treinta cien mil segundo tercera solo sola mismo dios`,
  signs: {
    and: "y e",
    but: "pero sino",
    or: "o u ni",
    so: "entonces así_que por_eso",
    because: "porque",
    also: "también tampoco luego después además",
    yeah: "sí claro",
    right: "cierto",
    exactly: "exacto exactamente",
    okay: "vale",
    well: "bueno pues",
    he: "él ella ellos ellas",
    this: "eso esto aquello este esta ese esa",
    the: "el la los las un una unos unas mi tu su mis sus al del",
    of: "de",
    in: "a en con por para sin sobre entre desde si muy y",
    which: "que",
    what: "qué cómo cuándo dónde quién cuál cuánto",
  },
  hesitations: "eh ehm mmm",
  determiners: "el la los las un una unos unas al del mi mis tu su sus este esta ese esa cada",
  pronounArticles: "la las los lo",
  tags: /^(?:no|verdad|sabes|eh|vale|cierto|no crees|no es así|me entiendes)$/,
  joining: /^(?:y|e|pero|así que)(?![\p{L}\p{N}-])/iu,
  leadIns:
    /^(?:(?:bueno|pues|pues mira|entonces|oye|mira|claro|sí|sí claro|vale|es que|a ver|o sea|quiero decir|es decir|digamos)(?=,)|sabes(?=,(?! (?:que|qué|cómo|por qué|cuándo|dónde|quién|si|lo)(?!\p{L}))))/iu,
  housekeeping:
    /(?<!\p{L})(?:bienvenid[oa]s?|hasta la próxima|hasta luego|suscríb\w*|suscrib\w*|patrocin\w*|(?:muchas )?gracias por (?:venir|estar|escuchar|acompañar\w*)|adiós|este (?:episodio|capítulo|pódcast|podcast))(?!\p{L})/u,
};

export const FRENCH: WordTable = {
  stop: `le la les l un une des du de d au aux à en dans sur sous avec sans pour par chez vers entre et ou mais donc or ni car
    parce que qu qui quoi dont où si ne n pas plus moins très trop aussi bien comme quand comment pourquoi combien je j tu il
    elle on nous vous ils elles me m te t se s lui leur leurs y mon ma mes ton ta tes son sa ses notre nos votre vos ce cet
    cette ces ça cela c est suis es sont était étais étaient être été ai as a avons avez ont avait avais avoir fait faire dit
    dire va vais vas vont aller peut peux veut veux faut tout toute tous toutes rien personne chaque même autre autres alors
    puis après avant toujours jamais encore déjà là ici oui non voilà enfin j'ai c'est qu'il qu'elle qu'on d'un d'une n'est
    n'ai j'avais c'était s'est m'a t'as l'ai qu'est-ce est-ce jusqu'à
    pourrait pourrais pouvez peuvent voudrais devrait serait serais aurait aurais`,
  general: `jour jours an ans année années semaine semaines mois heure heures minute minutes fois temps matin soir nuit gens
    chose choses façon manière partie côté sorte exemple moment vie monde début fin moitié euros premier première premiers
    genre truc trucs petit petite grand grande bon bonne meilleur dernier dernière dernières lundi mardi vendredi samedi dimanche peu cas coup
    nouveau nouvel nouvelle nouveaux nouvelles vieux vieille joli jolie jeune gros grosse beau belle tas deux trois quatre cinq six sept huit neuf dix douze vingt trente cent mille seconde deuxième seul seule dieu`,
  signs: {
    and: "et",
    but: "mais",
    or: "ou ni",
    so: "donc alors du_coup",
    because: "parce car",
    also: "aussi puis ensuite finalement",
    yeah: "oui ouais évidemment",
    no: "non",
    right: "voilà",
    exactly: "exactement",
    okay: "d'accord",
    well: "bon ben eh",
    he: "il elle ils elles lui",
    there:
      "il_y il_faut il_fallait il_faudra il_faudrait il_fait il_s'agit il_n'y il_suffit il_paraît il_semble il_pleut il_existe il_vaut il_reste il_manque il_arrive",
    this: "cela ça celui-ci celle-ci ceux-ci celles-ci",
    "that's": "c'est c'était",
    the: "le la les un une des du mon ma mes son sa ses notre ce cet cette ces au aux",
    of: "de",
    in: "à en dans sur sous avec sans pour par chez si très et ne",
    which: "que qui",
    what: "pourquoi comment combien quoi qu'est-ce",
  },
  hesitations: "euh heu hum",
  determiners:
    "le la les un une des du au aux mon ma mes ton ta son sa ses notre nos votre ce cet cette ces chaque",
  pronounArticles: "le la les",
  tags: /^(?:non|tu vois|vous voyez|d'accord|c'est (?:bien )?ça|quoi|pas vrai)$|(?:^| )(?:n'est-ce pas|hein)$/,
  joining: /^(?:et|mais|donc|du coup)(?![\p{L}\p{N}'’-])/iu,
  leadIns:
    /^(?:alors|enfin|bon|ben|oui|voilà|donc|du coup|bah|écoute|écoutez|genre|disons|en fait|tu sais|vous savez|tu vois|vous voyez|je veux dire)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:bienvenue|à (?:la prochaine|bientôt)|abonn(?:ez|e)\p{L}*|sponsor\p{L}*|merci (?:d'être|à tous|beaucoup d')|au revoir|cet épisode|ce podcast)(?!\p{L})/u,
};

export const ITALIAN: WordTable = {
  stop: `il lo la i gli le l un uno una di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle
    dal dalla dai nel nello nella nei nelle sul sulla sui e ed o ma però anche perché che chi cui se non né più meno molto
    troppo così come quando dove quanto cosa qual quale io tu lui lei noi voi loro mi ti si ci vi ne me te mio mia miei mie
    tuo tua suo sua suoi nostro nostra questo questa questi queste quello quella quelli quelle sono sei è siamo siete era
    erano essere stato stata ho hai ha abbiamo avete hanno aveva avevo avere fare fa fatto dire detto può posso deve vuole
    voglio tutto tutta tutti tutte niente nessuno ogni altro altra stesso già ancora sempre mai ora adesso poi dopo prima
    allora sì no solo quindi dove c'è c'era dell all nell gli`,
  general: `giorno giorni giornate anno anni settimana settimane mese mesi ora ore minuto minuti volta volte tempo mattina
    sera notte gente cosa cose modo parte tipo esempio momento vita mondo persona persone metà inizio fine euro primo prima
    primi grande buono buon bella bello vero vera ultimo ultima lunedì venerdì sabato domenica
    poco poca pochi poche nuovo nuova nuovi nuove vecchi piccolo piccola mucchio sacco due tre quattro cinque sei sette otto nove dieci dodici venti trenta cento mille seconda secondo sola solo dio vecchia vecchio`,
  signs: {
    and: "e ed",
    but: "ma però",
    or: "o oppure",
    so: "quindi allora dunque per_questo",
    because: "perché",
    also: "anche poi dopo inoltre",
    yeah: "sì certo",
    right: "giusto",
    exactly: "esatto esattamente",
    okay: "okay ok",
    well: "beh insomma",
    he: "lui lei loro",
    this: "ciò questo questa quello quella",
    the: "il lo la i gli le un una del della dei delle al alla nel nella",
    one: "uno",
    of: "di",
    in: "a da in con per tra fra se e non",
    which: "che",
    what: "chi come quando dove quanto qual cosa",
  },
  hesitations: "ehm mmm uhm",
  determiners:
    "il lo la i gli le un uno una del dello della dei delle al alla nel nella sul sulla dal questo questa quel ogni",
  pronounArticles: "lo la le gli",
  tags: /^(?:no|vero|eh|giusto|sai|capito|non è vero|non credi)$/,
  joining: /^(?:e|ed|ma|però)(?![\p{L}\p{N}'’-])/iu,
  leadIns:
    /^(?:allora|beh|sì|ecco|insomma|certo|guarda|senti|quindi|dunque|cioè|diciamo|voglio dire|ascolta)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:benvenut[oaie]|alla prossima|a presto|iscriv\p{L}*|sponsor\p{L}*|grazie (?:mille|per|di)|arrivederci|questa puntata|questo (?:episodio|podcast))(?!\p{L})/u,
};

export const PORTUGUESE: WordTable = {
  stop: `o a os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela para pra pro com sem sobre entre
    até desde e ou mas porém porque que quê se não nem já muito mais menos tão também como quando onde quem qual quanto eu tu
    ele ela eles elas você vocês nós gente me te lhe meu minha meus minhas seu sua seus suas nosso nossa este esta isto esse
    essa isso aquele aquela aquilo é são era eram foi foram ser está estão estava tô tá estou sou há tem tenho tinha têm ter
    fazer faz fez vai vou vão ir pode posso quer quero tudo todo toda todos todas nada ninguém algo alguém cada outro outra
    mesmo mesma aí ali aqui lá então depois antes sempre nunca agora só embora sim pois ao aos à dele dela né`,
  general: `dia dias ano anos semana semanas mês meses hora horas minuto minutos vez vezes tempo manhã tarde noite pessoa
    pessoas coisa coisas jeito forma parte lado tipo exemplo momento vida mundo metade começo fim reais primeira primeiro
    grande bom boa melhor último última segunda sexta sábado domingo deus
    pouco pouca monte bocado novo nova novos novas velho velha pequeno pequena dois duas três quatro cinco seis sete oito nove dez doze vinte trinta cem mil segundo terceiro sozinho engraçado`,
  signs: {
    and: "e",
    but: "mas porém",
    or: "ou nem",
    so: "então por_isso",
    because: "porque",
    also: "também aí depois",
    yeah: "sim claro pois",
    right: "certo",
    exactly: "exato exatamente",
    okay: "beleza okay",
    well: "bom bem",
    he: "ele ela eles elas",
    this: "isso isto aquilo esse essa este esta",
    the: "o os as um uma uns umas do da dos das no na meu minha seu sua",
    of: "de",
    in: "em por para pra com sem sobre entre desde se e",
    which: "que",
    what: "quando onde quem qual quanto",
  },
  hesitations: "ahn hum hã éh",
  determiners:
    "o a os as um uma do da dos das no na nos nas ao à meu minha seu sua este esta esse essa cada pelo pela",
  pronounArticles: "o a os as",
  tags: /^(?:não é|certo|sabe|tá|viu|não|não acha|entende|entendeu)$|(?:^| )né$/,
  joining: /^(?:e|mas)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:então|bom|bem|pois é|pois|olha|sim|claro|é|aí|quer dizer|ou seja|tipo|digamos)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:bem[- ]vind[oa]s?|até a próxima|até logo|inscrev\p{L}*|patrocin\p{L}*|(?:muito )?obrigad[oa] (?:por|pela)|tchau|este episódio|esse episódio|deixa o like)(?!\p{L})/u,
};

export const DUTCH: WordTable = {
  stop: `de het een en of maar want omdat dat die dit deze als dan toen wat wie waar waarom hoe wanneer welke ik jij je u hij zij
    ze wij we jullie hun hen hem haar mij me mijn jouw zijn onze ons er daar hier niet geen nooit altijd nog al ook wel toch
    zo heel erg meer te in op aan met van voor naar bij uit over onder door tot om zonder tegen tussen is ben bent was waren
    wordt worden werd heb hebt heeft had hebben kan kun kunnen moet moeten wil willen mag gaat gaan ging doe doet doen komt
    zei zeggen denk weet iedereen niemand niks niets iets alles alle elke elk ander andere zelf nu dus ja nee nou eigenlijk
    gewoon even maar echt weer eens`,
  general: `dag dagen jaar jaren week weken maand maanden uur minuut minuten keer tijd ochtend avond nacht mensen mens ding
    dingen manier deel kant soort voorbeeld moment leven wereld helft begin einde eind euro eerste tweede laatste goede beste
    maandag vrijdag zaterdag zondag gegeven
    beetje heleboel paar nieuw nieuwe oude twee drie vier vijf zes zeven acht negen tien elf twaalf twintig dertig honderd duizend enige meest meeste mooie grote kleine half halve`,
  signs: {
    and: "en",
    but: "maar",
    or: "of",
    so: "dus daarom",
    because: "omdat want",
    also: "ook toen daarna bovendien",
    yeah: "ja natuurlijk jazeker",
    no: "nee",
    right: "klopt",
    exactly: "precies",
    okay: "oké okay goed",
    well: "nou",
    he: "hij zij ze",
    this: "dat dit daarvan daarmee daardoor",
    the: "de een mijn onze elke",
    of: "van",
    in: "in met als te heel en",
    what: "wat waarom hoe wie wanneer",
  },
  hesitations: "eh ehm euh uhm hm",
  determiners: "de het een mijn jouw zijn haar onze deze die dit dat elke geen",
  pronounArticles: "het dat",
  tags: /^(?:toch|niet|niet waar|of niet|snap je|weet je|ja)$|(?:^| )hè$/,
  joining: /^(?:en|maar(?! liefst )|want)(?![\p{L}\p{N}-])/iu,
  leadIns:
    /^(?:(?:dus|nou|nou ja|ja|oké|kijk|precies)(?=,)|(?:weet je|ik bedoel|zeg maar)(?=,(?! (?:dat|of|w(?:at|ie|aar|aarom|anneer|elke)|hoe)(?!\p{L}))))/iu,
  housekeeping:
    /(?<!\p{L})(?:welkom|tot de volgende (?:keer|aflevering)|tot ziens|abonneer\p{L}*|sponsor\p{L}*|dank (?:je|u)(?: wel)?|bedankt|deze (?:aflevering|podcast))(?!\p{L})/u,
};
