// Words of other languages that look like English ones: in a few words they tell nothing.
import { wordSet } from "./word-set.ts";

/** Words of other languages, and names, that are words of English or names there too. */
export const ENGLISH_TOO =
  wordSet(`ab ad ada agar ai al ale all alle allen alt ama ani anna awak az azt bao bare ben bile bin biz bo bra bun by ca
  car care cari cho ci co com come comment con cu cum dame dan dar das deal deel deh den dia dice die dig dire dog
  don dong donna donne door dos dove eli em en end era et eu fa face fare fast fel fi fie fin find finn for fra ge
  gi giv god ha halt ham han handler has hast hat hay hem hen her hit hol hos host hot hun ide igen im ite jam
  jest jim kami kan kata kau ke kia kim ku kun lain let lett lite lo los lu lui mag mal mam man mana mare mas me
  meg mei men mental mere met mi mie min mine mint mit moc mod moment moni most mot mu mun mut nada nah nam nas
  nat ned nic noe nok nos nu od oda ole oli on ona ono onu oo op or ori os over pak pan par para parties pas
  passage passages per plus po pod pont pot pour pro proto pun quan quest sade sag sale sama sans sao sau saya
  scene sea sei sem sen ser sic sig sin sit size solo son stelle sub sul sun ta tag tai tak tar te tel ten theo ti
  til till tine ting tog toi tom ton tot tout tu tud tuo ty typ ud um under ut vain van var vet vi via vid vil vis
  visa volt want war was will yang zei`);
