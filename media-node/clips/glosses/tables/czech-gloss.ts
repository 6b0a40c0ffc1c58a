// What words of Czech are in English (see ../read-gloss).

export const CZECH = `
  -:se,si in:v,ve on:na to:do,k,ke with:s,se_mnou for:pro from:od,z,ze about:o by:u between:mezi against:proti
  before:před,než after:po until:až,dokud during:během without:bez under:pod over:nad behind:za near:vedle,blízko
  through:přes despite:přesto,navzdory and:a,i or:nebo,anebo but:ale,avšak,jenže so:tak,takže,proto
  because:protože,jelikož if:jestli,jestliže,kdyby when:když,až_když as:jako,jak although:ačkoli,i_když that:že
  in_order_to:aby,abych,abychom who:kdo,koho,komu what:co,čeho,čím where:kde,kam how:jakým_způsobem why:proč
  which:který,která,které,kteří,kterou,kterého i:já you:ty,vy,tebe,tě,ti,vás,vám he:on she:ona it:ono we:my us:nás,nám
  me:mě,mně,mi him:ho,mu,jeho,němu them:je_vidím,jim,nim they:oni,ony my:můj,moje,má,mého,mojí your:tvůj,tvoje,váš,vaše
  our:náš,naše,našeho his:jeho_práce their:jejich own:svůj,svoje,svou,svého
  this:to,ten,ta,tento,tahle,tohle,toto,tomu,tím,té,toho these:tyto,tihle,těch is:je am:jsem are:jsou,jsi,jsme,jste
  be:být was:byl,byla,bylo were:byli,byly will:bude,budu,budeme,budou would:by,bych,bychom have:mám,máš,máme,mají,mít
  had:měl,měla,měli,mělo do:dělat,dělám,dělá,děláme,udělat,dělají did:udělal,udělala,udělali,dělal
  go:jít,jdu,jde,jdeme,jet,jedu,chodit went:šel,šla,šli,jel can:můžu,může,můžeme,můžou,moct,lze could:mohl,mohla,mohli
  must:musím,musí,musíme,muset,musel,musela should:měl_by,měla_by,měli_bychom want:chci,chce,chceme,chtějí,chtít
  wanted:chtěl,chtěla,chtěli know:vím,ví,víme,vědí,vědět,znám,zná knew:věděl,věděla,znal
  think:myslím,myslí,myslet,přemýšlet thought:myslel,myslela i_think:myslím_si,podle_mě i_mean:tedy,to_znamená
  you_know:víš,víte i_don't_know:nevím believe:věřím,věřit,věří say:říct,říkám,říká,říkat,řeknu
  said:řekl,řekla,říkal,řekli tell:povědět,vyprávět,vypráví talk:mluvit,mluvím,povídat,rozhovor,bavit
  ask:ptát,zeptat,prosit question:otázka,otázky,otázku answer:odpověď,odpovědět explain:vysvětlit
  see:vidět,vidím,vidí,uvidět saw:viděl,viděla look:dívat,podívat,vypadá hear:slyšet,slyším listen:poslouchat,posluchači
  show:ukázat find:najít,našel,našla search:hledat,hledám read:číst write:psát,napsat
  understand:rozumět,rozumím,pochopit,chápu come:přijít,přijde,přichází,přišel became:stal_se,stala_se,stát
  leave:odejít,opustit,nechat happen:stalo,dít,děje,stát_se stay:zůstat return:vrátit take:vzít,brát give:dát,dávat,dal
  get:dostat,získat bring:přinést put:dát_na,položit send:poslat keep:držet make:vytvořit create:tvořit
  build:stavět,postavit,budovat use:používat,použít work:pracovat,práce,pracuje,fungovat,funguje job:zaměstnání
  start:začít,začal,začala,začíná,začátek end:konec,skončit finally:konečně,nakonec stop:přestat,zastavit
  continue:pokračovat wait:čekat,počkat try:zkusit,snažit,zkoušet help:pomoct,pomáhat,pomoc support:podpora,podpořit
  lead:vést leader:vedoucí,lídr change:změnit,změna,měnit improve:zlepšit grow:růst,rostl,rostla growth:růstu
  develop:vyvíjet,rozvíjet development:vývoj developer:vývojář,programátor learn:učit,naučit,naučil,naučila
  teacher:učitel,učitelka student:student,žák school:škola,škole university:univerzita,vysoká
  study:studovat,studie,výzkum book:kniha,knihu,knížka word:slovo,slova language:jazyk czech:český,česká,česko,češi
  english:anglicky love:láska,milovat,miluju like:líbí,rád,ráda hate:nenávidět fear:strach,bát,bojím,bála,bál
  hope:doufám,naděje dream:sen,sny worry:starost,obávat feel:cítit,cítím,cítil feeling:pocit,emoce
  happy:šťastný,šťastná,štěstí,radost sad:smutný,smutno angry:naštvaný,vztek surprise:překvapení,překvapilo
  interesting:zajímavé,zajímavý interest:zájem boring:nuda,nudný funny:vtipné,legrační,sranda laugh:smát,směje joke:vtip
  cry:plakat,brečet crazy:šílený,blázen weird:divný,zvláštní amazing:úžasný,neuvěřitelné,skvělé,skvělý
  good:dobrý,dobře,dobré,dobrá better:lepší,lépe,líp best:nejlepší,nejlíp bad:špatný,špatně worse:horší
  beautiful:krásný,krásné nice:hezký,pěkné big:velký,velká,velké,obrovský small:malý,malé,malá long:dlouhý,dlouho
  short:krátký new:nový,nová,nové old:starý,staré young:mladý,mladí hard:těžký,těžké,těžko,náročné
  easy:snadné,jednoduché,lehké fast:rychle,rychlý slow:pomalu strong:silný weak:slabý high:vysoký,vysoko low:nízký
  deep:hluboký full:plný free:zdarma,svobodný,svoboda important:důležité,důležitý,důležitá special:speciální
  normal:normální usually:obvykle,většinou true:pravda,pravdu,skutečný wrong:špatná,mýlit honest:upřímně,upřímný
  real:opravdový,realita clear:jasné,jasně sure:jistě,určitě possible:možné impossible:nemožné
  need:potřebuju,potřebovat,potřeba different:jiný,jinak,různé difference:rozdíl similar:podobný
  same:stejný,stejné,stejně own:vlastní whole:celý,celá,celé,celou only:jen,jenom,pouze,jediný serious:vážně,vážný
  dangerous:nebezpečný risk:riziko power:moc_peněz,síla success:úspěch fail:selhat,neuspět failure:selhání,neúspěch
  mistake:chyba,chybu,chyby lesson:lekce,poučení experience:zkušenost,zkušenosti decide:rozhodnout,rozhodl
  decision:rozhodnutí choose:vybrat,zvolit choice:volba advice:rada,radu chance:šance opportunity:příležitost
  challenge:výzva crisis:krize war:válka fight:bojovat,boj win:vyhrát,vyhrál lose:ztratit,ztratili,prohrát,ztratil
  death:smrt die:umřít,zemřel kill:zabít sick:nemocný disease:nemoc health:zdraví doctor:doktor,lékař body:tělo
  head:hlava brain:mozek heart:srdce eye:oko,oči hand:ruka face:tvář sleep:spát eat:jíst food:jídlo drink:pít
  coffee:káva,kafe water:voda music:hudba song:písnička game:hra play:hrát film:film picture:obrázek,fotka
  travel:cestovat,cesta nature:příroda earth:země science:věda technology:technologie computer:počítač
  intelligence:inteligence artificial:umělá data:data,údaje phone:telefon user:uživatel system:systém time:čas,času,doba
  times:krát year:rok,roku,let,roky day:den,dny,dní week:týden,týdny month:měsíc hour:hodina,hodin minute:minuta,minut
  today:dnes,dneska tomorrow:zítra yesterday:včera morning:ráno evening:večer night:noc now:teď,nyní
  then:pak,potom,tehdy soon:brzy late:pozdě first:první,nejdřív last:poslední next:další future:budoucnost past:minulost
  always:vždycky,vždy,pořád often:často sometimes:někdy,občas again:znovu,zase already:už,již still:stále,ještě
  maybe:možná,asi really:opravdu,vážně_ne,fakt actually:vlastně very:velmi,hodně,moc too:příliš also:taky,také
  even:dokonce,ani just:prostě,právě quite:docela almost:skoro at_least:aspoň,alespoň more:více,víc less:méně,míň
  most:nejvíc,většina many:mnoho,spousta few:málo,pár little:trochu,trošku enough:dost some:nějaký,nějaká,některé
  all:všichni,všechny,vše,všeho everything:všechno every:každý,každá something:něco someone:někdo nothing:nic
  nobody:nikdo,nikomu never:nikdy not:ne,není no:žádný,žádná other:ostatní,druhý,další_věc such:takový
  together:spolu,společně alone:sám,sama each_other:navzájem yes:ano,jo exactly:přesně okay:dobře_tak,okej
  well:no,tak_jo thanks:děkuju,díky,děkuji please:prosím hello:ahoj,dobrý_den sorry:promiň,omlouvám welcome:vítejte
  of_course:samozřejmě,jasně_že there:tam here:tady,tu for_example:například,třeba kind_of:jakoby,něco_jako
  basically:v_podstatě especially:hlavně,zejména instead:místo unfortunately:bohužel completely:úplně,zcela
  at_the_same_time:zároveň one:jeden,jedna,jedno,jednoho two:dva,dvě three:tři four:čtyři five:pět ten:deset hundred:sto
  thousand:tisíc million:milion,miliony half:polovina,půl percent:procent,procento number:číslo people:lidi,lidé,lidí
  human:lidský person:člověk,osoba,člověka man:muž,chlap woman:žena,ženy child:dítě,děti,dětí family:rodina,rodinu
  father:otec,táta mother:matka,máma parents:rodiče brother:bratr sister:sestra son:syn daughter:dcera husband:manžel
  wife:manželka friend:kamarád,přítel,přátelé colleague:kolega boss:šéf,šéfa employee:zaměstnanec,zaměstnanci
  customer:zákazník,zákazníci,klient team:tým group:skupina community:komunita society:společnosti
  company:firma,společnost,firmu business:podnikání,byznys,obchod founder:zakladatel found:založit,založil
  entrepreneur:podnikatel investor:investor invest:investovat,investice money:peníze,peněz price:cena cost:náklady,stojí
  expensive:drahý cheap:levný pay:platit,zaplatit buy:koupit,kupovat sell:prodat,prodávat,prodej profit:zisk loss:ztráta
  market:trh,trhu economy:ekonomika tax:daň salary:plat,mzda bank:banka debt:dluh,dluhy poor:chudý rich:bohatý
  product:produkt,výrobek service:služba brand:značka advertising:reklama career:kariéra project:projekt plan:plán
  goal:cíl,cíle idea:nápad,myšlenka thing:věc,věci,věcí part:část place:místo_kde way:způsob,cesta_k point:bod,smysl
  problem:problém,problémy solution:řešení reason:důvod example:příklad case:případ story:příběh,historie
  life:život,života,životě live:žít,bydlet,žije world:svět,světa,světě country:země_kde,stát_český city:město house:dům
  home:domů,doma car:auto law:zákon,právo government:vláda politics:politika police:policie responsibility:zodpovědnost
  rule:pravidlo,pravidla trust:důvěra,věřit_mu respect:respekt value:hodnota,hodnoty meaning:význam quality:kvalita
  result:výsledek effect:efekt influence:vliv pressure:tlak,stres process:proces step:krok level:úroveň
  relationship:vztah,vztahy marriage:manželství,svatba born:narodil,narodila generation:generace culture:kultura
  habit:zvyk meet:potkat,setkat meeting:schůzka,setkání interview:rozhovor_s topic:téma news:zprávy,novinky
  episode:díl,epizoda share:sdílet remember:pamatovat,vzpomenout,pamatuju forget:zapomenout memory:vzpomínka,paměť
  notice:všimnout realize:uvědomit,uvědomil expect:očekávat,čekal imagine:představit,představte compare:porovnat
  accept:přijmout agree:souhlasit,souhlasím depend:záleží seem:zdá,zdát exist:existuje lack:chybí attention:pozornost
  smart:chytrý stupid:hloupý,blbý,blbost shit:hovno,sakra brave:odvaha,odvážný proud:hrdý ashamed:stydět,stud
  guilty:vina tired:unavený pain:bolest,bolí suffer:trpět critical:kritika secret:tajemství
  competition:konkurence,soutěž advantage:výhoda industry:průmysl,odvětví terrible:hrozné,strašné,strašně
  perfect:perfektní ready:připravený close:zavřít open:otevřít,otevřený fall:spadnout,padat run:běžet,utíkat
  walk:jít_pěšky sit:sedět stand:stát_na list:seznam table:stůl,stole door:dveří,dveře page:stránka,stránce
  office:kancelář date:datum bankrupt:bankrot,zkrachovat channel:kanál subscribe:odebírat guest:host,hosta
`;
