// The words of Finnish and Hungarian (see language-words). Neither has prepositions; what stands behind a noun is written onto
// it. The verb "ei" only says no of what follows, so that it is no reply, and "az" is an article before it is "that".
import type { WordTable } from "./word-table.ts";

/** "Tudod, hogy …": what stands before these is the clause that they belong to, and no lead-in. */
const NO_CLAUSE = {
  fi: "(?! (?:että|ettei|mitä|miten|miksi|missä|milloin|kuka|jos|kun|joka)(?!\\p{L}))",
  hu: "(?! (?:hogy|mi|mit|ki|kit|ha|hol|mikor|miért|hogyan|mennyi)(?!\\p{L}))",
} as const;

export const FINNISH: WordTable = {
  stop: `ja tai mutta vai että ettei kun koska jos niin kuin kuten vaikka eli siis sekä jotta joten eikä ei en et emme ette eivät olen olet on
    olemme olette ovat oli olin olit olimme olivat ollut olisi olla ole ollaan minä sinä hän me te he se ne mä sä mun sun minun sinun
    hänen meidän teidän heidän minua sinua häntä meitä minut sinut hänet minulle sinulle hänelle meille heille minulla sinulla hänellä meillä heillä mulla
    sulla mulle sulle tämä tuo nämä nuo tämän tuon näitä noita tätä tuota sitä niitä sen niiden niille niillä siinä siitä siihen sillä sille
    siellä sinne sieltä täällä tänne täältä tuolla tässä tästä tähän mikä mitä mitkä minkä missä mistä mihin minne kuka ketä kenen joka jotka
    jonka jota joita jossa josta johon jolla jolle joilla joiden joissa joista joihin myös vain vielä jo nyt sitten silloin aina koskaan kanssa ilman ennen jälkeen kautta kaikki
    kaikkia kaiken mitään mikään kukaan jotain jotakin joku jokin jonkun hyvin aika todella ihan juuri melko liian enemmän vähän paljon monta moni monet
    kyllä no niinku noin miten miksi milloin vaan tosi oikeastaan ehkä varmaan ellei voi voin voit voidaan voisi pitää piti täytyy saa saada itse
    oma omaa oman muu muut muita tulee tuli ois oo ku mut tää nää noi ite sellainen tällainen sanoi sanoin sanoo tein teki tehdä`,
  general: `päivä päivää päivän päivänä vuosi vuotta vuoden vuonna viikko viikkoa viikon kuukausi kuukautta tunti tuntia minuutti minuuttia kerta
    kertaa kerran aikaa aamu aamulla ilta illalla yö tänään eilen huomenna ihminen ihmiset ihmisiä ihmisten mies nainen asia asiaa asiat asioita
    juttu juttuja tapa osa loppu lopussa alku alussa esimerkki esimerkiksi kysymys kysymyksiä ongelma elämä elämää maailma maailmassa puolet
    prosenttia euroa ensimmäinen toinen kolmas viimeinen paras yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen sata
    sataa tuhat tuhatta miljoona miljoonaa`,
  signs: {
    and: "ja sekä",
    but: "mutta mut",
    or: "tai vai",
    so: "joten siksi eli siis",
    because: "koska",
    also: "myös sitten lisäksi silloin muuten",
    yeah: "joo juu kyllä tietysti tietenkin",
    right: "totta",
    exactly: "täsmälleen aivan nimenomaan",
    okay: "okei ok selvä",
    well: "no",
    he: "hän he ne häntä hänet",
    this: "se tämä tuo nämä nuo sitä tätä",
    in: "ja että tai vai mutta kun koska jos kuin vaikka ilman ennen hyvin melko",
    which: "joka jotka jonka jota jossa että",
    what: "miksi miten kuka mitä mikä missä milloin mihin mistä",
  },
  hesitations: "öö ööö öh öhm ää hm hmm mm mmm",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:vai|vai mitä|vai kuinka|eikö|eikö niin|eikö vain|eiks niin|eiks ni|niin|joo|okei|tiedätkö|ymmärrätkö|tiiätkö)$|(?:^| )(?:eikö niin|eikö vain|vai mitä|vai kuinka)$/,
  joining: /^(?:ja|mutta)(?![\p{L}\p{N}-])/iu,
  leadIns: new RegExp(
    `^(?:no|joo|juu|kyllä|okei|siis|eli|no niin|tiedätkö|kuule|kuulkaa|katso|toisin sanoen|totta kai)(?=,${NO_CLAUSE.fi})`,
    "iu",
  ),
  housekeeping:
    /(?<!\p{L})(?:tervetuloa|(?:hei|moi|terve) kaikki|(?:nähdään|kuullaan) (?:taas|pian|ensi|seuraavassa)|näkemiin|kuulemiin|heippa|moikka|hei hei|tila(?:a|kaa|ttehan|athan) \p{L}*kanava\p{L}*|sponsor\p{L}*|kiito(?:s|ksia) (?:kun|että|teille|kaikille|katso\p{L}*|kuuntel\p{L}*)|(?:tä(?:mä|män|ssä)|uu(?:si|den|dessa)) jakso(?:on|n|ssa|sta)?)(?!\p{L})/u,
};

export const HUNGARIAN: WordTable = {
  stop: `a az és s is de hogy nem ne ha mert vagy egy ez azt ezt ami amit amely amelyet amelyek aki akik akit akinek akkor amikor mikor ahogy ahol azért ezért úgy
    így olyan ilyen mint csak már még meg el ki be fel le át vissza volt voltak voltam vannak van lesz lett lenne volna vagyok vagyunk nincs
    nincsen én te ő mi ti ők nekem neked neki nekünk nekik engem téged minket őket rám rá róla tőle vele velem velünk benne maga magam magát saját
    itt ott ide oda most majd aztán azután utána előtt után között miatt szerint nélkül kell kellett lehet lehetett tud tudom tudja tudtam
    tudod akar akarom akartam szóval tehát hiszen pedig azonban viszont sem semmi semmit senki senkit soha mindig minden mindent mindenki valaki valami valamit néha
    nagyon inkább talán persze igen hát na hol hova honnan miért hogyan milyen mennyi melyik mit kinek jó több kevés sok ezek azok ennek
    annak ebben abban erre arra ettől attól ezzel azzal ehhez ahhoz arról erről mondta mondtam mondja csinál csináltam pont ugye szerintem`,
  general: `nap napot napon napja év évet évek évben évvel éve hét hetet héten hónap hónapot óra órát perc percet alkalom alkalommal idő időt reggel este
    éjszaka ma tegnap holnap ember emberek embert embereket férfi nő dolog dolgok dolgot mód rész része részét vég vége végén eleje elején kezdet
    példa példát kérdés kérdést probléma élet életem életben világ világon fele felét forint százalék első második harmadik utolsó legjobb kettő
    két három négy öt hat nyolc kilenc tíz húsz száz ezer millió`,
  signs: {
    and: "és s",
    but: "de viszont azonban",
    or: "vagy",
    so: "tehát ezért szóval így",
    because: "mert hiszen",
    also: "is majd aztán azután ráadásul különben utána",
    yeah: "igen ja aha persze",
    right: "igaz",
    exactly: "pontosan",
    okay: "oké ok rendben",
    well: "hát nos na",
    he: "ő ők őt őket",
    this: "ez ezek ezt ezeket",
    the: "a az",
    in: "nagyon mint",
    which: "hogy amely amelyek ami aki akik amit akit",
    what: "miért hogyan mit hol mikor melyik milyen mennyi hány",
  },
  hesitations: "ö öö ööö hm hmm mm mmm",
  determiners: "a az egy",
  pronounArticles: "az",
  tags: /^(?:ugye|igaz|nem|nem igaz|nem így van|érted|tudod|oké|jó|rendben|mi)$|(?:^| )(?:ugye|nem igaz)$/,
  // "De jó" is "how nice".
  joining: /^(?:és|s|de(?! (?:jó|szép|hiszen|facto)(?!\p{L})))(?![\p{L}\p{N}-])/iu,
  leadIns: new RegExp(
    `^(?:hát|igen|na|nos|szóval|figyelj|tudod|persze|oké|rendben|jó|na jó|hát igen|hát jó|nézd)(?=,${NO_CLAUSE.hu})`,
    "iu",
  ),
  housekeeping:
    /(?<!\p{L})(?:üdv(?:özlök|özlöm|özlünk) (?:mindenki\p{L}*|titeket|benneteket|önöket|a (?:hallgató|néző)\p{L}*)|köszöntö(?:m|k|ünk) (?:mindenki\p{L}*|titeket|benneteket|önöket|a (?:hallgató|néző)\p{L}*)|sziasztok|helló mindenki\p{L}*|viszlát|viszontlátásra|viszonthallásra|(?:fel|le)?iratkoz\p{L}*|szponzor\p{L}*|köszön(?:öm|jük) (?:hogy|a (?:figyelmet|hallgató\p{L}*|néző\p{L}*))|(?:mai|új|ebben az?|következő) (?:adás|epizód)\p{L}*)(?!\p{L})/u,
};
