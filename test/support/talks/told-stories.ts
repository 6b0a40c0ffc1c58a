// A confession and small talk, in each language that is judged by a gloss and writes spaces between words.
import type { SpeechLanguage } from "../../../media-node/clips/language/speech-language.ts";

export interface ToldStory {
  readonly language: SpeechLanguage;
  readonly smallTalk: readonly string[];
  readonly story: readonly string[];
}

export const TOLD_STORIES: readonly ToldStory[] = [
  {
    language: "de",
    smallTalk: [
      "Die nächste Sitzung ist am Dienstag um zehn Uhr.",
      "Die Liste liegt auf dem Tisch neben der Tür.",
      "Der Termin im März steht auch auf der Seite.",
      "Am Mittwoch ist das Büro von neun bis zwölf offen.",
    ],
    story: [
      "Ich hatte damals wahnsinnige Angst, dass mein ganzes Leben vorbei ist.",
      "Wir haben an einem einzigen Tag eine Million Euro verloren, und es war mein Fehler.",
      "Ich habe es niemandem erzählt, nicht einmal meiner Frau.",
      "Und dann habe ich gelernt, dass Scheitern das Beste war, was mir je passiert ist.",
      "Wer nie verliert, der lernt auch nichts über sich selbst.",
    ],
  },
  {
    language: "es",
    smallTalk: [
      "La próxima reunión es el martes a las diez.",
      "La lista está en la mesa al lado de la puerta.",
      "La fecha de marzo también está en la página.",
      "El miércoles la oficina está abierta de nueve a doce.",
    ],
    story: [
      "Tenía muchísimo miedo de que toda mi vida se hubiera acabado.",
      "Perdimos un millón de euros en un solo día, y fue mi error.",
      "No se lo conté a nadie, ni siquiera a mi esposa.",
      "Y entonces aprendí que fracasar era lo mejor que me había pasado en la vida.",
      "Quien nunca pierde no aprende nada de sí mismo.",
    ],
  },
  {
    language: "fr",
    smallTalk: [
      "La prochaine réunion est le mardi à dix heures.",
      "La liste est sur la table à côté de la porte.",
      "La date de mars est aussi sur la page.",
      "Le mercredi le bureau est ouvert de neuf heures à midi.",
    ],
    story: [
      "J'avais terriblement peur que toute ma vie soit finie.",
      "On a perdu un million d'euros en une seule journée, et c'était ma faute.",
      "Je ne l'ai dit à personne, même pas à ma femme.",
      "Et là j'ai appris que cet échec était la meilleure chose de ma vie.",
      "Celui qui ne perd jamais n'apprend rien sur lui-même.",
    ],
  },
  {
    language: "it",
    smallTalk: [
      "La prossima riunione è martedì alle dieci.",
      "La lista è sul tavolo vicino alla porta.",
      "La data di marzo è anche sulla pagina.",
      "Il mercoledì l'ufficio è aperto dalle nove alle dodici.",
    ],
    story: [
      "Avevo una paura incredibile che tutta la mia vita fosse finita.",
      "Abbiamo perso un milione di euro in un solo giorno, ed era un mio errore.",
      "Non l'ho detto a nessuno, nemmeno a mia moglie.",
      "E poi ho imparato che fallire era la cosa migliore della mia vita.",
      "Chi non perde mai non impara niente di sé stesso.",
    ],
  },
  {
    language: "nl",
    smallTalk: [
      "De volgende vergadering is op dinsdag om tien uur.",
      "De lijst ligt op de tafel naast de deur.",
      "De datum in maart staat ook op de pagina.",
      "Op woensdag is het kantoor van negen tot twaalf open.",
    ],
    story: [
      "Ik was zo ongelooflijk bang dat mijn hele leven voorbij was.",
      "We hebben op één dag een miljoen euro verloren, en het was mijn fout.",
      "Ik heb het aan niemand verteld, zelfs niet aan mijn vrouw.",
      "En toen heb ik geleerd dat falen het beste was dat me ooit is gebeurd.",
      "Wie nooit verliest, leert ook niets over zichzelf.",
    ],
  },
  {
    language: "pt",
    smallTalk: [
      "A próxima reunião é na terça-feira às dez horas.",
      "A lista está na mesa ao lado da porta.",
      "A data de março também está na página.",
      "Na quarta-feira o escritório está aberto das nove ao meio-dia.",
    ],
    story: [
      "Eu tinha um medo incrível de que toda a minha vida tivesse acabado.",
      "Perdemos um milhão de euros em um só dia, e foi meu erro.",
      "Não contei para ninguém, nem mesmo para a minha esposa.",
      "E aí eu aprendi que fracassar foi a melhor coisa da minha vida.",
      "Quem nunca perde não aprende nada sobre si mesmo.",
    ],
  },
  {
    language: "sv",
    smallTalk: [
      "Nästa möte är på tisdag klockan tio.",
      "Listan ligger på bordet bredvid dörren.",
      "Datumet i mars står också på sidan.",
      "På onsdag är kontoret öppet från nio till tolv.",
    ],
    story: [
      "Jag var så otroligt rädd att hela mitt liv var slut.",
      "Vi förlorade en miljon euro på en enda dag, och det var mitt misstag.",
      "Jag berättade det inte för någon, inte ens för min fru.",
      "Och då lärde jag mig att misslyckas var det bästa som har hänt mig.",
      "Den som aldrig förlorar lär sig ingenting om sig själv.",
    ],
  },
  {
    language: "no",
    smallTalk: [
      "Det neste møtet er på tirsdag klokka ti.",
      "Listen ligger på bordet ved siden av døren.",
      "Datoen i mars står også på siden.",
      "På onsdag er kontoret åpent fra ni til tolv.",
    ],
    story: [
      "Jeg var så utrolig redd for at hele livet mitt var over.",
      "Vi tapte en million euro på en eneste dag, og det var min feil.",
      "Jeg fortalte det ikke til noen, ikke engang til kona mi.",
      "Og da lærte jeg at å mislykkes var det beste som har skjedd meg.",
      "Den som aldri taper, lærer ingenting om seg selv.",
    ],
  },
  {
    language: "pl",
    smallTalk: [
      "Następne spotkanie jest we wtorek o dziesiątej.",
      "Lista leży na stole obok drzwi.",
      "Data w marcu jest też na stronie.",
      "W środę biuro jest otwarte od dziewiątej do dwunastej.",
    ],
    story: [
      "Strasznie się bałem, że całe moje życie się skończyło.",
      "Straciliśmy milion euro w jeden dzień, i to był mój błąd.",
      "Nie powiedziałem o tym nikomu, nawet mojej żonie.",
      "I wtedy nauczyłem się, że porażka to najlepsza rzecz w moim życiu.",
      "Kto nigdy nie traci, ten niczego się o sobie nie uczy.",
    ],
  },
  {
    language: "ru",
    smallTalk: [
      "Следующая встреча будет во вторник в десять часов.",
      "Список лежит на столе около двери.",
      "Дата в марте тоже есть на странице.",
      "В среду офис открыт с девяти до двенадцати.",
    ],
    story: [
      "Мне было очень страшно, что вся моя жизнь закончилась.",
      "Мы потеряли миллион евро за один день, и это была моя ошибка.",
      "Я никому об этом не рассказал, даже моей жене.",
      "И тогда я понял, что провал был лучшим, что случилось в моей жизни.",
      "Кто никогда не теряет, тот ничего не узнает о себе.",
    ],
  },
  {
    language: "tr",
    smallTalk: [
      "Bir sonraki toplantı salı günü ve saat onda olacak.",
      "Bu liste kapının yanında bir masada duruyor.",
      "Mart ayındaki tarih de o sayfada var.",
      "Çarşamba günü ofis dokuzdan on ikiye kadar açık olacak.",
    ],
    story: [
      "Bütün hayatım bitti diye çok korktum.",
      "Bir günde bir milyon kaybettik ve bu benim hatam oldu.",
      "Bunu kimseye anlatmadım, karıma bile söylemedim.",
      "Sonra öğrendim ki başarısız olmak hayatımda en iyi şeydi.",
      "Hiç kaybetmeyen insan kendi hakkında bir şey öğrenmez.",
      "Bu benim için çok zor ama çok önemli bir ders oldu.",
    ],
  },
  {
    language: "ko",
    smallTalk: [
      "다음 회의는 화요일 열 시에 있습니다.",
      "명단은 문 옆 책상 위에 있습니다.",
      "삼월 날짜도 페이지에 있습니다.",
      "수요일에 사무실은 아홉 시부터 열두 시까지 엽니다.",
    ],
    story: [
      "저는 제 인생이 다 끝났다고 생각해서 정말 무서웠어요.",
      "우리는 하루에 백만 유로를 잃었고 그건 제 실수였어요.",
      "저는 아무한테도 말하지 않았고 아내에게도 말하지 않았어요.",
      "그리고 그때 실패가 제 인생에서 가장 좋은 것이라고 배웠어요.",
      "절대 잃지 않는 사람은 자신에 대해 아무것도 배우지 못해요.",
    ],
  },
  {
    language: "cs",
    smallTalk: [
      "Příští schůzka je v úterý v deset hodin.",
      "Seznam leží na stole vedle dveří.",
      "Datum v březnu je taky na stránce.",
      "Ve středu je kancelář otevřená od devíti do dvanácti.",
    ],
    story: [
      "Strašně jsem se bál, že je celý můj život u konce.",
      "Za jeden den jsme ztratili milion eur a byla to moje chyba.",
      "Nikomu jsem to neřekl, ani svojí ženě.",
      "A pak jsem se naučil, že selhání bylo to nejlepší v mém životě.",
      "Kdo nikdy neprohraje, ten se o sobě nic nenaučí.",
    ],
  },
  {
    language: "ro",
    smallTalk: [
      "Următoarea ședință este marți la ora zece.",
      "Lista este pe masă lângă ușă.",
      "Data din martie este și pe pagină.",
      "Miercuri biroul este deschis de la nouă la doisprezece.",
    ],
    story: [
      "Mi-a fost foarte frică că toată viața mea s-a terminat.",
      "Am pierdut un milion de euro într-o singură zi și a fost greșeala mea.",
      "Nu am spus nimănui, nici măcar soției mele.",
      "Și atunci am învățat că eșecul a fost cel mai bun lucru din viața mea.",
      "Cine nu pierde niciodată nu învață nimic despre el.",
    ],
  },
  {
    language: "uk",
    smallTalk: [
      "Наступна зустріч буде у вівторок о десятій.",
      "Список лежить на столі біля дверей.",
      "Дата в березні теж є на сторінці.",
      "У середу офіс відкритий з дев'ятої до дванадцятої.",
    ],
    story: [
      "Мені було дуже страшно, що все моє життя закінчилося.",
      "Ми втратили мільйон євро за один день, і це була моя помилка.",
      "Я нікому про це не розповів, навіть моїй дружині.",
      "І тоді я зрозумів, що провал був найкращим у моєму житті.",
      "Хто ніколи не програє, той нічого не дізнається про себе.",
    ],
  },
  {
    language: "fi",
    smallTalk: [
      "Seuraava kokous on tiistaina kello kymmenen.",
      "Lista on pöydällä oven vieressä.",
      "Maaliskuun päivämäärä on myös sivulla.",
      "Keskiviikkona toimisto on auki yhdeksästä kahteentoista.",
    ],
    story: [
      "Minä pelkäsin ihan hirveästi, että koko elämäni on lopussa.",
      "Me menetimme miljoona euroa yhdessä päivässä, ja se oli minun virheeni.",
      "En kertonut siitä kenellekään, en edes vaimolleni.",
      "Ja sitten opin, että epäonnistuminen oli parasta mitä elämässäni on tapahtunut.",
      "Joka ei koskaan häviä, ei opi mitään itsestään.",
    ],
  },
  {
    language: "hu",
    smallTalk: [
      "A következő megbeszélés kedden lesz tíz órakor.",
      "A lista az ajtó mellett van az asztalon.",
      "A márciusi dátum is ott van az oldalon.",
      "Szerdán az iroda kilenctől tizenkettőig van nyitva.",
    ],
    story: [
      "Nagyon féltem, hogy az egész életemnek vége van.",
      "Egy nap alatt egymillió eurót vesztettünk, és ez az én hibám volt.",
      "Nem mondtam el senkinek, még a feleségemnek sem.",
      "És akkor megtanultam, hogy a kudarc volt a legjobb dolog az életemben.",
      "Aki soha nem veszít, az nem tanul semmit magáról.",
    ],
  },
  {
    language: "id",
    smallTalk: [
      "Rapat berikutnya hari Selasa jam sepuluh.",
      "Daftar itu ada di atas meja dekat pintu.",
      "Tanggal bulan Maret juga ada di halaman itu.",
      "Hari Rabu kantor buka dari jam sembilan sampai jam dua belas.",
    ],
    story: [
      "Saya sangat takut seluruh hidup saya sudah berakhir.",
      "Kami kehilangan satu juta euro dalam satu hari, dan itu kesalahan saya.",
      "Saya tidak cerita kepada siapa pun, bahkan kepada istri saya.",
      "Lalu saya belajar bahwa kegagalan adalah hal terbaik dalam hidup saya.",
      "Orang yang tidak pernah kalah tidak belajar apa apa tentang dirinya.",
    ],
  },
];
