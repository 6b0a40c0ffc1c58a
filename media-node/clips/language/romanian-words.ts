// The words of Romanian (see language-words), whose articles are endings: little of it tells that a word names a thing. Forms
// without their marks ("si", "sa") stand beside those with them, since subtitles are often written so.
import type { WordTable } from "./word-table.ts";

export const ROMANIAN: WordTable = {
  stop: `a acea aceasta această aceea acel acela acest acesta aceste acestea acolo acum ai aici al ale am ar are asta astea aș ași așa
    atât atunci au avea avem aveți avut ăla ăsta ba bine ca care ce cea cei cel cele ceva chiar cine cineva cu cum cât când către da
    dacă dar de deci deja deși despre din după e ea ei el ele era erau este eu eram face fac făcut fi fie fiecare fost fără foarte
    iar i îi îl îmi își îți în între la le li lor lui mai mă mea mei mele mereu meu mi mie mine mult multe mulți n ne nici niciodată
    nimeni nimic niște noastră noi nostru nu o ori pe pentru până parcă poate pot prea prin s sa să sau se sunt si suntem sunteți și
    spre spus spune spunea sub ta te ți tine toată toate tot toți totul tu tău trebuie un una unde unei unele unii unor unui va vă
    vei voi vom vor vrea vreau vrem zic zis zice când cred știi știu`,
  general: `zi zile ziua an ani anul săptămână săptămâni lună luni oră ore minut minute timp timpul dată ori dimineața seara noaptea azi
    astăzi ieri mâine om oameni oamenii persoană persoane lucru lucruri lucrul fel parte partea sfârșit început exemplu întrebare
    întrebări problema viață viața lumea jumătate lei euro prima primul ultima ultimul doi două trei patru cinci șase șapte opt nouă
    zece douăzeci treizeci sută mie mii milioane`,
  signs: {
    and: "și si iar",
    but: "dar însă ci",
    or: "sau ori",
    so: "deci așadar",
    because: "fiindcă deoarece căci",
    also: "apoi atunci pe-urmă",
    yeah: "da sigur",
    no: "nu ba",
    right: "corect adevărat",
    exactly: "exact",
    okay: "ok okay bun",
    well: "păi ei",
    he: "el ea ele",
    this: "asta aceasta acesta ăsta ăla acela acestea",
    the: "un niște",
    of: "de",
    in: "în la cu pe pentru din prin despre fără spre către foarte dacă și",
    which: "că să",
    what: "cine cum când unde cât câți câte",
  },
  hesitations: "ăă ă ăăă hm mmm",
  determiners: "un o niște fiecare acest această acel acea",
  pronounArticles: "o",
  tags: /^(?:nu|da|știi|înțelegi|corect|nu crezi|bine|ok)$|(?:^| )(?:nu-i așa|nu e așa|nu-i așa că|așa-i)$/,
  joining: /^(?:și(?! (?:eu|tu|el|ea|noi|voi|ei|ele)(?!\p{L}))|dar|iar)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:deci|păi|da|bine|bun|adică|uite|ok|exact|de fapt|sincer)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:(?:bine|bun) (?:ați|ai) (?:venit|revenit)|bună ziua|pe data viitoare|la revedere|ne (?:auzim|vedem)|abon\p{L}*|sponsor\p{L}*|(?:vă )?mulțumesc (?:că|pentru|mult)|(?:acest|un nou) episod)(?!\p{L})/u,
};
