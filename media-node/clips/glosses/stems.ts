// Stems by which a gloss finds words that it has in another form. They only need to be the same for the forms of a word, and
// may be the same for words of one family: "arbeiten", "Arbeit".

const MARKS_ON_LETTERS = /\p{M}/gu;

/** Letters that are no letter with a mark on it. */
const OWN_LETTERS: Readonly<Record<string, string>> = { ß: "ss", ł: "l", ø: "o", æ: "ae", œ: "oe" };
const OWN_LETTER = /[ßłøæœ]/gu;

/** A word in plain letters: "größe" as "grosse", "é" as "e". */
export function inPlainLetters(key: string): string {
  return key
    .replace(OWN_LETTER, (letter) => OWN_LETTERS[letter] ?? letter)
    .normalize("NFD")
    .replaceAll(MARKS_ON_LETTERS, "");
}

/** Takes endings off one after another, as long as so many letters stay. */
function withoutEndings(endings: string, minLetters: number): (key: string) => string {
  const ending = new RegExp(`(?:${endings.trim().split(/\s+/).join("|")})$`, "u");
  return (key) => {
    let stem = inPlainLetters(key);
    for (;;) {
      const left = stem.replace(ending, "");
      if (left === stem || left.length < minLetters) return stem;
      stem = left;
    }
  };
}

const stripGerman = withoutEndings(
  "sten ster stes stem ste tet ten test te ern en er em es et est e n s st t",
  4,
);

/** "Gearbeitet" is of "arbeiten". */
export function germanStem(key: string): string {
  return stripGerman(key).replace(/^ge(?=\p{L}{4})/u, "");
}

const stripDutch = withoutEndings("heden heid tjes tje den ten de te en er es et e n s t d", 3);

export function dutchStem(key: string): string {
  // "Maken" and "maak", "zetten" and "zet" have one stem.
  return stripDutch(key)
    .replace(/^ge(?=\p{L}{4})/u, "")
    .replace(/([aeou])\1(?=[^aeiou]$)/u, "$1")
    .replace(/([^aeiou])\1$/u, "$1");
}

export const frenchStem = withoutEndings(
  `erions eraient eriez erait erais eront erons erez erai eras era issons issez issent issait issant ement aient ions iez
  ait ais ant ent ons ez er ees ee es irent irait ira ir e s x a ai i is it ie ies u us ue ues`,
  3,
);

/** Pronouns behind a verb: "contarlo", "diciéndome". */
const CLITICS = "(?<=[aei]r|ndo)(?:me|te|se|lo|la|le|li|mi|ti|si|ci|vi|ne|los|las|les|nos)";

export const spanishStem = withoutEndings(
  `${CLITICS} [aei]riamos abamos [aei]remos iendo ieron ieran iera amente mente aban [aei]rian [aei]ria ando aron aran
  ad[ao]s? id[ao]s? [aei]mos abas aba [aei]ra [aei]re ase ar er ir an en as es os ais eis ian ia io o a e s n`,
  3,
);

export const portugueseStem = withoutEndings(
  `${CLITICS} [aei]riamos avamos [aei]remos endo ando indo aram eram iram amente mente avam [aei]riam [aei]ria
  ad[ao]s? id[ao]s? [aei]mos ava ou eu iu ei ar er ir am em as es os iam ia oes ao ais eis o a e s`,
  3,
);

export const italianStem = withoutEndings(
  `[aei]r${CLITICS} ${CLITICS} [aei]ssimo [aei]rebbero [aei]rebbe [aei]remmo [aei]ranno [aei]remo [aei]rai [aei]ra
  ando endo arono erono irono amente mente avano evano ivano avamo evamo ivamo at[aoie] ut[aoie] it[aoie] iamo ate ete
  ite ava eva iva avo evo ivo are ere ire ano ono ino o a e i`,
  3,
);

/** Of Swedish, Danish and Norwegian. */
export const nordicStem = withoutEndings(
  "arna erna orna erne ene ande ende ade ede het heten ar er or en et na ne te de a e s t n r",
  3,
);

export const polishStem = withoutEndings(
  `owalem owalam owala owali owal owac ujemy ujesz uje uja alismy alysmy ilismy ilysmy ylismy ylysmy alem alam ala ali alo al ac ilem ilam ila ili il ic ylem yla yl
  yc elem ela el ec iego iemu iach iami iej iem iam ach ami ego emu ych ymi ich imi owi ow om ej ym im em ie ia io iu a e i
  o u y`,
  4,
);

export const czechStem = withoutEndings(
  `ovali ovala oval ovat ujeme ujete uji uje uji ali ala alo al at ili ila ilo il it eli ela elo el et eme ime ete ite iho emu eho
  ych imi ymi ami ach ich ech ove ovi um om em im ou ej e a i o u y`,
  4,
);

export const romanianStem = withoutEndings(
  `urilor urile elor ilor ului ului iile iei iilor eaza ez eze ati am au ez esc este esti eau eam ind and ut at it ata uta ita ate ute
  ite ile ele ul ea ia le ii a e i u l`,
  4,
);

/** "й" and "ё" in plain letters are "и" and "е". */
export const russianStem = withoutEndings(
  `ся сь ывать ивать овать ывает ивает ывают ывал овал ать ять ить еть ает яет ают яют ал ала али ял яла яли ил ила или ел ела
  ели ит ят ишь ешь ем им ете ите ы и а я у ю о е ь ои еи ыи ии ая яя ое ее ые ие ого его ому ему ых их ым им ами ями ах ях ам ям
  ом ем ов ев ку ка ки`,
  4,
);

/** "ї" and "й" in plain letters are "і" and "и". */
export const ukrainianStem = withoutEndings(
  `тися тись ся сь увати ювати ував ювала увала ала али алі ав ила или ив іла іли ів ати ити іти ють уть ять ать єш еш иш ємо емо имо
  єте ете ите є е и і а я у ю о ь ого ому их іх им ім ами ями ах ях ам ям ом ем єм ов ев ою ею єю ии іи оі еі ку ка ки`,
  4,
);

const stripIndonesian = withoutEndings("nya lah kah pun ku mu kan an i", 3);

/** "Menceritakan" is of "cerita". */
export function indonesianStem(key: string): string {
  return stripIndonesian(key).replace(
    /^(?:me(?:ng|ny|m|n)?|di|ber|ter|pe(?:ng|ny|m|n)?|se)(?=\p{L}{4})/u,
    "",
  );
}

/** Numbers and cases of nouns and adjectives: "किताबों", "अच्छी". */
const HINDI_ENDINGS = /(?<=..)(?:ियों|ियाँ|ाओं|ाएं|ाएँ|ों|ें|ीं|े|ी|ा)$/u;

export function hindiStem(key: string): string {
  return key.replace(HINDI_ENDINGS, "");
}

/** Particles behind a noun of one letter and more: "돈을", "회사에서는". */
const KOREAN_PARTICLES = /(?<=.)(?:에서|에게|한테|으로|까지|부터|처럼|보다|[은는이가을를에의도로와과만])+$/u;

export function koreanStem(key: string): string {
  return key.replace(KOREAN_PARTICLES, "");
}
