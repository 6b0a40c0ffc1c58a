// Words of other languages that look like English ones: in a few words they tell nothing.
import { wordSet } from "./word-set.ts";

/** Words of other languages, and names, that are words of English or names there too. */
export const ENGLISH_TOO =
  wordSet(`ab ad ada agar ai aina aki al ale all alle allen alt ama ami amit ani anna awak az azt bao bare ben bile
  bin biz bo bra bun by ca car care cari chi cho ci co com come comment con cu cum dame dan dar das deal deel deh den
  dia dice die dig dire dog don dong donna donne door dos dove eli em en end era et eu ez fa face fare fast fel fi fie
  fin find finn for fra ge gi giv god ha halt ham han handler has hast hat hay hem hen her hit hol hos host hot hova
  hun ide igen ilman im ite itt jam jest jim jota kami kan kata kau ke kell kia kim ku kun lain let lett lite lo los
  lu lui mag maga mal mam man mana mare mas me meg mei men mental mere met mi mie min minden mine mint mit moc mod
  moment mond moni most mot mu mun mut nada nah nam nas nat ned nic noe noita nok nos nu nuo nyt od oda ole olen oli
  oma on ona ono onu oo op or ori os ott over pak pan par para paras parties pas passage passages per plus po pod pont
  pot pour pro proto pun quan quest saa sade sag sale sama sans sao sau saya scene sea sei sem sen ser sic sig sin sit
  size soha sok solo son stelle sub sul sun ta tag tai tak tar te tel ten theo ti til till tine ting tog toi tom ton
  tot tout tu tud tuli tuo ty typ ud um under ut vain van var vet vi via vid vil vis visa voit volt von want war was
  will yang zei`);
