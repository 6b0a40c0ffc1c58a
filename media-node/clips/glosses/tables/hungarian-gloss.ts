// What words of Hungarian are in English (see ../read-gloss).

export const HUNGARIAN = `
  the:a,az a:egy and:és,s,meg or:vagy but:de,hanem,azonban so:tehát,szóval,ezért,így because:mert,mivel,ugyanis if:ha
  when:amikor,mikor as:mint,ahogy although:bár,habár that:hogy who:aki,ki,akik what:mi_az,mit,amit,ami
  where:hol,ahol,hova why:miért,mi_miatt how:hogyan,hogy_is which:melyik,amely how_much:mennyi,hány for:számára,részére
  with:együtt,vele about:ról_szól,körül before:előtt,mielőtt after:után,miután until:amíg,addig between:között
  without:nélkül under:alatt over:fölött,felett against:ellen through:keresztül,által i:én
  you:te,ti,maga,ön,téged,neked,nektek he:ő we:mi us:minket,nekünk me:engem,nekem him:őt,neki them:őket,nekik they:ők
  my:enyém your:tiéd self:magam,magát,saját this:ez,ezt,ennek,erre,ebben,ezek that_one:annak,abban,arra,azok,ott_az
  here:itt,ide there:ott,oda is:van am:vagyok are:vagyunk,vannak,vagy_te be:lenni,legyen was:volt,voltam
  were:voltak,voltunk will:fog,fogok,fogunk,lesz,leszünk would:volna,lenne had:volt_nekem no:nincs,sincs
  can:tud,tudok,tudunk,lehet,képes could:tudtam,tudta,lehetett must:kell,muszáj,kellett should:kellene
  want:akar,akarok,szeretne,szeretnék,akarunk wanted:akartam,akart know:tudom,tudja,tudjuk,tudod,ismer,ismerem
  knew:tudtuk,ismert think:gondol,gondolom,gondolja,hisz,hiszem,szerintem thought:gondoltam,gondolta,hittem
  say:mond,mondom,mondja,mondani,azt_mondom said:mondta,mondtam,mondtuk tell:mesél,elmond,elmondtam,elmondani,elmesél
  talk:beszél,beszélni,beszélünk,beszélgetés ask:kérdez,kérdezte,kér question:kérdés answer:válasz,válaszol
  explain:magyaráz see:lát,látom,látni saw:láttam,látta look:néz,nézd,nézni,kinéz hear:hall,hallottam
  listen:hallgat,hallgató show:mutat find:talál,találtam search:keres read:olvas write:ír,írt,írni
  understand:ért,értem,megért come:jön,jött,jöttem,jönni become:válik,lett go:megy,menni,megyek,megyünk
  went:ment,mentem,mentünk leave:elmegy,elment,hagy,elhagy happen:történik,történt,megtörtént stay:marad,maradt
  return:visszajön,vissza take:vesz,visz,elvesz give:ad,adott,adni get:kap,kaptam,kapott bring:hoz,hozott put:tesz,rak
  send:küld keep:tart,tartani do:csinál,csinálok,csinálni,tenni did:csináltam,csinált,tettem make:készít
  create:létrehoz,alkot build:épít,építettünk use:használ,használni work:dolgozik,dolgozom,munka,működik,dolgozni
  job:állás,munkahely start:kezd,kezdtem,elkezd,kezdődik end:vég,befejez,vége finally:végre,végül
  stop:abbahagy,megáll,leáll continue:folytat wait:vár try:próbál,megpróbál help:segít,segítség support:támogat
  lead:vezet leader:vezető change:változik,változás,megváltozott improve:javít grow:nő,nőtt,növekszik growth:növekedés
  develop:fejleszt development:fejlődés,fejlesztés developer:fejlesztő learn:tanul,tanultam,megtanultam teacher:tanár
  student:diák,hallgatók school:iskola university:egyetem study:kutatás,tanulmány book:könyv word:szó,szavak
  language:nyelv hungarian:magyar,magyarország english:angol feel:érez,érzem,éreztem feeling:érzés,érzelem
  love:szeret,szeretem,szerelem like:tetszik hate:utál,gyűlöl fear:fél,féltem,félek,félelem hope:remél,remény
  dream:álom,álmok worry:aggódik happy:boldog,örül,örülök,boldogság sad:szomorú angry:mérges,dühös
  surprise:meglep,meglepetés interesting:érdekes interest:érdekel boring:unalmas funny:vicces laugh:nevet joke:vicc
  cry:sír,sírt crazy:őrült,bolond weird:furcsa amazing:csodálatos,hihetetlen,elképesztő good:jó,jól better:jobb,jobban
  best:legjobb bad:rossz,rosszul worse:rosszabb beautiful:szép,gyönyörű nice:kedves big:nagy,hatalmas small:kicsi,kis
  long:hosszú,sokáig short:rövid new:új old:régi,öreg young:fiatal hard:nehéz,kemény easy:könnyű,egyszerű
  fast:gyors,gyorsan slow:lassú,lassan strong:erős weak:gyenge high:magas low:alacsony deep:mély full:tele,teljes
  free:szabad,ingyen,szabadság important:fontos special:különleges normal:normális usually:általában true:igaz,igazság
  wrong:rosszul_van,téved honest:őszinte,őszintén real:valódi,valóság clear:világos,egyértelmű sure:biztos,biztosan
  possible:lehetséges impossible:lehetetlen need:szükség,szüksége different:más,különböző difference:különbség
  similar:hasonló same:ugyanaz,ugyanolyan,ugyanazt whole:egész only:csak,egyetlen serious:komoly,komolyan
  dangerous:veszélyes risk:kockázat power:hatalom,erő success:siker failure:kudarc,bukás fail:megbukik,kudarcot
  mistake:hiba,hibám,hibát lesson:lecke,tanulság experience:tapasztalat,élmény decide:dönt,döntött,eldönt
  decision:döntés choose:választ choice:választás advice:tanács chance:esély opportunity:lehetőség challenge:kihívás
  crisis:válság war:háború fight:harc,küzd win:nyer,győz
  lose:elveszít,elvesztett,elvesztette,elvesztettük,elvesztettünk,veszít,elvesztettem,vesztettünk death:halál die:meghal
  kill:megöl sick:beteg disease:betegség health:egészség doctor:orvos body:test head:fej brain:agy heart:szív eye:szem
  hand:kéz face:arc sleep:alszik,alvás,aludni eat:eszik,enni food:étel drink:iszik coffee:kávé water:víz music:zene
  game:játék play:játszik film:film picture:kép travel:utazik,utazás nature:természet earth:föld science:tudomány
  technology:technológia computer:számítógép artificial:mesterséges intelligence:intelligencia data:adat,adatok
  phone:telefon user:felhasználó system:rendszer time:idő,alkalom,időben times:szor,alkalommal year:év,évek,éves
  day:nap,napok week:hét,hetek,héten month:hónap hour:óra,órakor minute:perc today:ma tomorrow:holnap yesterday:tegnap
  morning:reggel evening:este night:éjszaka now:most then:akkor,aztán,majd soon:hamarosan late:késő,későn early:korán
  first:első,először last:utolsó,utoljára next:következő,jövő_heti future:jövő past:múlt always:mindig
  often:gyakran,sokszor sometimes:néha again:megint,újra already:már still:még maybe:talán,lehet_hogy
  probably:valószínűleg really:tényleg,igazán actually:valójában,igazából very:nagyon too:túl also:is,szintén
  even:még_is,sem just:éppen,épp quite:elég almost:majdnem,szinte at_least:legalább more:több,inkább,többet
  less:kevesebb most:legtöbb much:sok,sokat many:sokan few:kevés,néhány little:egy_kicsit,kicsit enough:elegendő
  some:valamilyen,egyes all:minden,mind,összes everyone:mindenki every:mindegyik something:valami,valamit someone:valaki
  nothing:semmi,semmit nobody:senki,senkinek never:soha,sosem not:nem,ne other:másik,többi such:ilyen,olyan
  together:közösen alone:egyedül each_other:egymás,egymást yes:igen,ja exactly:pontosan okay:oké,rendben well:hát,na
  thanks:köszönöm,köszi please:kérlek,kérem hello:szia,helló,sziasztok sorry:bocsánat,sajnálom welcome:üdvözöllek,üdv
  of_course:persze,természetesen for_example:például kind_of:afféle,olyasmi basically:lényegében,alapvetően
  especially:különösen,főleg instead:helyett,inkább_csak unfortunately:sajnos completely:teljesen one:egyik
  two:kettő,két three:három four:négy five:öt ten:tíz hundred:száz thousand:ezer million:millió half:fele
  percent:százalék number:szám people:emberek,ember human:emberi man:férfi woman:nők child:gyerek,gyermek,gyerekek
  family:család father:apa,apám mother:anya,anyám parents:szülők brother:testvér son:fia daughter:lánya husband:férj
  wife:feleség friend:barát,barátok colleague:kolléga boss:főnök employee:alkalmazott,munkatárs customer:ügyfél,vevő
  team:csapat group:csoport community:közösség society:társadalom company:cég,vállalat business:üzlet,vállalkozás
  founder:alapító entrepreneur:vállalkozó investor:befektető invest:befektet money:pénz price:ár cost:költség,kerül
  expensive:drága cheap:olcsó pay:fizet buy:vásárol,megvesz sell:elad,eladás profit:nyereség,haszon loss:veszteség
  market:piac economy:gazdaság tax:adó salary:fizetés bank:bank debt:adósság poor:szegény rich:gazdag product:termék
  service:szolgáltatás brand:márka advertising:reklám career:karrier project:projekt plan:terv goal:cél idea:ötlet
  thing:dolog,dolgok part:rész place:hely way:mód,út point:pont,lényeg problem:probléma,gond solution:megoldás reason:ok
  example:példa case:eset story:történet life:élet,életem live:él,élek,lakik world:világ country:ország city:város
  house:ház home:otthon,haza car:autó,kocsi law:törvény,jog government:kormány politics:politika police:rendőrség
  responsibility:felelősség rule:szabály trust:bizalom,bízik respect:tisztelet value:érték meaning:értelem,jelentés
  quality:minőség result:eredmény effect:hatás pressure:nyomás,stressz process:folyamat step:lépés level:szint
  relationship:kapcsolat marriage:házasság born:született generation:generáció culture:kultúra habit:szokás
  meet:találkozik meeting:megbeszélés,találkozó topic:téma news:hír,hírek episode:rész_ben,adás
  remember:emlékszik,emlékszem forget:elfelejt memory:emlék notice:észrevesz realize:rájön,rájöttem expect:elvár
  imagine:képzel,elképzel accept:elfogad agree:egyetért depend:függ seem:tűnik exist:létezik attention:figyelem
  smart:okos stupid:hülye,buta courage:bátor,bátorság proud:büszke ashamed:szégyen guilty:bűnös,hibás tired:fáradt
  pain:fájdalom,fáj critical:kritika secret:titok competition:verseny advantage:előny industry:ipar
  terrible:szörnyű,borzasztó,borzasztóan perfect:tökéletes ready:kész close:bezár open:nyitva,nyit fall:esik,leesik
  list:lista table:asztal door:ajtó page:oldal office:iroda date:dátum bankrupt:csőd channel:csatorna subscribe:iratkozz
  guest:vendég
`;
