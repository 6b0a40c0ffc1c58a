// Words of English that look like names of things and tell nobody what a clip is about.
import { wordSet } from "../language/word-set.ts";

/** Said in surprise, or of no thing: adverbs and prepositions that no other word beside them makes a thing, or a name. */
export const EMPTY_WORDS = wordSet(
  `wow ugh dude dudes yep yup nope yet none another left past gosh against versus across every single inside outside
  clear area geez man bro hello bye please already either whether certain blah dang freakin freaking etc somewhat
  though although however along anytime anyhow altogether anymore afterwards apart aside elsewhere everywhere nowhere
  somewhere forth forward hence nevertheless otherwise perhaps quite rather regardless therefore thus together twice
  upon via within without`,
);
/** What is done, and no thing, save in names: "Imagine Dragons". */
export const DEEDS = wordSet(
  `appear appears authenticate authorize become becomes began broaden bust celebrate consider considered dig empathize
  enjoy equip exist exists explain foresee imagine include includes learn lied mention mentioned pronounce realize
  recognize renew reproduce seem seems supposed tend tends wonder`,
);
/** By themselves these name nothing that a clip is about: they count or measure, or only describe a thing. */
export const VAGUE_WORDS = wordSet(
  `amount amounts aspect aspects basis behalf bulk chance chances dollar dollars dozens fraction hour hours hundredth
  kinds lots majority matters middle millisecond milliseconds minority minute minutes moment moments odds ones
  opposite others parts percentage piece pieces plenty portion reality reason reasons regard sake second seconds side
  sides situation situations stuff tenth terms third thousandth variety ways absolute additional aware brief broad
  bunch capable certain clever common complex constant correct creepy critical crucial current decent deep different
  difficult distinct dumb early enormous entire equal essential exact extra extreme fair familiar fancy final
  former free fresh frequent full fundamental funny general generational giant global grand gross half happier harder
  heavier heavy honest huge ideal immediate independent initial intelligent intense intentional intricate large larger
  late latter legit light likely literal local loud lower main major minimal minor modern multiple naive narrow
  natural neat newer normal obvious odd older original overall own partial particular pedantic perfect permanent
  pleasant plus popular potential pragmatic present previous primary prior private proper proprietary public quick
  quiet random rare raw real recent regular relevant rich rough sad safe secondary separate serious severe shiny short
  significant silent silly similar simple simpler slick slow smaller smart smooth soft solid specific stable standard
  standout straight strange strict strong stupid subtle sudden super tall temporary thick thin tight tiny top tough
  traditional transparent tricky true typical ugly ultimate unclear unique universal unknown ups upset urgent usual valid
  vast wary weak weird wide wild wise worth wrong younger`,
);
