// What tells languages that have no table (see language-words), so that they are not read by the table of a related one:
// their commonest words, shared ones too, since the language that has most of a text's words is the one; and letters that
// none of the tabled languages of that script has.

export interface UntabledLanguages {
  readonly letters: RegExp;
  /** A list for each language. */
  readonly words: readonly string[];
}

const CATALAN = `a al als amb això aquest aquesta aquí com d de del dels doncs el els em en encara és era es està ha he hi ho i
  ja jo l la les li més meu meva mai molt no o on per perquè però què que quan s se seu seva sí si són soc també tot un una va
  vaig vam van veure`;
// Without "see", "need", "mind", "me" and "pole", of which short sentences of English may have several.
const ESTONIAN = `aga ainult alati ei ega ei ette ja jah juba jälle ka kas kes kui kuid kuidas kus kõik kõige lihtsalt läheb läks ma mees mida midagi mina
  minu mis miks mul mulle muidugi nad nii nüüd oli olen oleks olin olid on palju peab poolt praegu sa saab sai seda selle
  selles siin siis sina ta tema tuli või väga välja üks ühe`;
const HAITIAN = `a ak ale anpil ap apre avan ba bay de di ede epi fè fò gen ki kap kay kè konnen konsa kote la lakay li m mwen
  moun men n nan nou ou pa pou rive sa se si sot sou t te tout toujou w wè y ye yo yon`;
const SLOVAK = `a aby aj ak ako ale alebo ani asi až bol bola bolo boli bude budem byť čo do ho i ich ja je jeho jej keď kde kto ktorá
  ktoré ktorý ku lebo len má mal mám ma mi mňa moja môj my na nám nás nie nič o od on ona oni po potom pre prečo pri s sa si so som sme
  sú svoj ta tak tam ten tento to toho tom tu ty už v veľmi vo však všetko z za zo že`;
const CROATIAN = `a ali bi bila bili bilo bio biti da do dok ga gdje i ili im iz ja jako je jer još joj ju kad kada kako kao koja koje koji kod
  kroz li me meni mi moj moja mu na nam nas ne nego neka neki nešto ni nije nisam nismo o od on ona oni ono opet po pa pod sam samo
  se su sve svi sad smo sto šta što ta tako tamo te ti to toga tu u uz va vam već vi vrlo za zašto znači`;
const SLOVENE = `a ali ampak bi bil bila bilo bo da do ga h i in iz ja jaz je jih jim k kaj kako ker ki kje ko kot le me med mi moj moja mu na
  nam nas ne nekaj ni nisem o od on ona pa po pod pri s sem si smo so se še ta tako tam te ti to tudi tukaj v vam več vse z za zakaj zato
  zdaj zelo že`;
const LITHUANIAN = `aš ar apie bet buvo būti bus dabar dar ir iš iki į jau jei jie jis ji jo jos jų ką kad kai kaip kas kur labai man mano
  mes mus nes nėra ne net nuo o per po prie su tai taip tada ta tas to tu už visi yra`;
const AZERBAIJANI =
  "amma bir bu da daha də deyil ilə ki mən niyə nə o onu olan onun sən sonra üçün var və yəni yox";

const BULGARIAN = `а аз беше бяха в вас ви вие във вече ги го да до е за и има или и как как какво като ко кой която което който
  когато към ли ме ми му на най не него нещо ние но ни няма от още по при са само се си след с със съм така там те това този
  тази той тя ти тук че ще я`;
const SERBIAN = `а али био била били било биле где да до за и из или ја је јер јој још кад када као како која које који ли ме ми
  му на не није о од он она они оно по са сам само све се си смо су та тако те ти то тај у већ ви вам шта што`;
const MACEDONIAN = `а ако али беше би бил била биле било во го да до е ги ги за и или има како каде кај кога кој која кое кои ли ме ми многу
  му на не него нема неа ние но од она они оние по само сакам се си сме со сум тоа тогаш треба тука уште што ќе ја јас`;
const BELARUSIAN = `а але альбо бо быў была было былі быць вельмі вы гэта гэты гэтая да для дзе ды з за і ён яна яны яго яе ім іх каб калі
  кожны мне мяне мой мы на нас не ну па перад пра пры у ужо хто што я як які якая яшчэ так там тут толькі ты ўжо`;

const MARATHI = `आणि आहे आहेत आता आपण आपल्या आम्ही असे असं आहोत का काय काही की केला केली केले खूप च जर जे जो झाला झाली झाले तर
  ते तो ती त्या त्याने त्यांनी त्याच्या तुम्ही नाही नव्हते पण पर मी मला माझा माझी माझ्या मग म्हणून म्हणजे या ही हे हा होता होती होते`;
const NEPALI = `अनि अब आफ्नो उनी उनले उसले के को का कि किन कुन गरेको गर्न गर्छ गरे छ छन् छैन जब त तर तपाईं तिनी थियो थिए दिन धेरै न नै पनि
  पर्छ भएको भने भनेर भन्ने म मलाई मेरो मैले यो यस र रहेको लाई लागि ले सबै हामी हुन्छ हो होइन`;

const URDU = `اور میں ہے ہیں کہ کی کے کا کو سے پر نے تھا تھے تھی یہ وہ ایک نہیں تو بھی جو اس ان مجھے میرا میری ہم آپ کیا کیوں کیسے جب لیکن مگر پھر ہو گیا رہا
  کر کرنا بہت اب تک لیے ساتھ بعد سب کچھ ہوں`;

export const UNTABLED: Readonly<Partial<Record<string, UntabledLanguages>>> = {
  latin: {
    letters: /[ðþəľĺŕėįųĉĝĵŝŭ]/u,
    words: [...[CATALAN, HAITIAN, ESTONIAN, AZERBAIJANI], ...[SLOVAK, CROATIAN, SLOVENE, LITHUANIAN]],
  },
  // In Russian "ъ" is rare, in Bulgarian every tenth word has it.
  cyrillic: {
    letters: /ъ|(?![а-яёіїєґ])\p{Script=Cyrillic}/u,
    words: [BULGARIAN, SERBIAN, MACEDONIAN, BELARUSIAN],
  },
  devanagari: { letters: /ळ/u, words: [MARATHI, NEPALI] },
  // Urdu, Kurdish and others.
  arabic: { letters: /[ٹڈڑںھہےۆێەڵڕ]/u, words: [URDU] },
  // Assamese.
  bengali: { letters: /[ৰৱ]/u, words: [] },
};
