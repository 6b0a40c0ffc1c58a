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
const ROMANIAN = `a ai al am ale are asta atunci au acest această ca când care că ce cea cel cele cu cum dar de deci din după
  ea ei el ele era este e eu fi fost i în îl își îmi l la le lor lui mai mi mea nu noi o pe pentru pe prin s sa să sau se
  și si sunt te toate tot un unde unei unui va voi`;
const SWEDISH = `alla alltså är att av bara blev de dem den det där din du då efter eller en ett från för gör ha hade han har
  hem hon hos hur här i in inte ja jag kan kom man med men mig min mycket måste nu när och också om på sade sedan sen ska
  skulle så som säger till under upp ut utan vad var vi vid vill vara även`;
const NORWEGIAN = `alle altså at av bare ble da de deg den denne der det din du eller en er et etter for fra før ha hadde han
  har hun hva hvis hvor i ikke inn ja jeg kan kom man med meg men min noe nå når og også om opp over på sa seg si skal skulle
  som så til ut var ved vi vil være`;
const DANISH = `af alle altså at bare blev da de dem den denne der det dig din du efter eller en er et for fra før ha har
  havde han hun hvad hvis hvor i ikke ind jeg kan kom man med men mig min noget nu når og også om op over på sagde sig
  sige skal skulle som så til ud var ved vi vil være`;
const HUNGARIAN = `a amely ami az azt aztán be csak de e egy ez ezt el én és fel ha hanem hogy hogyan is itt így jó ki kell
  le lehet ma már még meg mert mi mint most mit nagyon ne nekem nem nincs olyan ő ott pedig sem semmi szóval te után úgy
  vagy van vannak volna volt voltak`;
const HAITIAN = `a ak ale anpil ap apre avan ba bay de di ede epi fè fò gen ki kap kay kè konnen konsa kote la lakay li m mwen
  moun men n nan nou ou pa pou rive sa se si sot sou t te tout toujou w wè y ye yo yon`;
const AZERBAIJANI =
  "amma bir bu da daha də deyil ilə ki mən niyə nə o onu olan onun sən sonra üçün var və yəni yox";

const UKRAINIAN = `а або але бо був була було були в вже ви він вона вони від все де для до за з зі його її й його коли ми мене
  мені на над нас не ні ну от під по про та так там тебе ти то той тут у хто це цей ця чи що щоб як який я`;
const BULGARIAN = `а аз беше бяха в вас ви вие във вече ги го да до е за и има или и как как какво като ко кой която което който
  когато към ли ме ми му на най не него нещо ние но ни няма от още по при са само се си след с със съм така там те това този
  тази той тя ти тук че ще я`;
const SERBIAN = `а али био била били било биле где да до за и из или ја је јер јој још кад када као како која које који ли ме ми
  му на не није о од он она они оно по са сам само све се си смо су та тако те ти то тај у већ ви вам шта што`;

export const UNTABLED: Readonly<Partial<Record<string, UntabledLanguages>>> = {
  latin: {
    letters: /[åøőűățșţəłąęćńśźżřěůčšžđĉĝĵŝŭ]|[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u,
    words: [CATALAN, ROMANIAN, HAITIAN, SWEDISH, NORWEGIAN, DANISH, HUNGARIAN, AZERBAIJANI],
  },
  // In Russian "ъ" is rare, in Bulgarian every tenth word has it.
  cyrillic: {
    letters: /ъ|(?![а-яё])\p{Script=Cyrillic}/u,
    words: [UKRAINIAN, BULGARIAN, SERBIAN],
  },
  // Persian, Urdu and others.
  arabic: { letters: /[پچژگکیٹڈڑںھہے]/u, words: [] },
};
