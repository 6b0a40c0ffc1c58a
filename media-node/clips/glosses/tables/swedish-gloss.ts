// What words of Swedish are in English (see ../read-gloss).

export const SWEDISH = `
  the:den,det_där a:en,ett of:av in:i on:på to:till,att with:med for:för at:vid,hos from:från by:genom about:om,kring
  between:mellan against:mot before:före,innan after:efter until:tills during:under_tiden without:utan under:under
  behind:bakom inside:inuti,inne,inom outside:utanför,ute since:sedan,sen over:över through:igenom toward:åt and:och,o
  or:eller but:men,utan_att so:så because:eftersom,därför_att,för_att whether:huruvida when:när,då as:såsom while:medan
  although:även_om,fast,trots_att however:däremot,emellertid it_is:det_är it_was:det_var that_we:att_vi that_it:att_det
  that_i:att_jag that_you:att_man,att_du that_they:att_de that:som night:nätter guest:gäst,gäster,gästen either:antingen
  afraid:rädda,rädd disaster:katastrof joke:skojar,skoja half_year:halvår actually:egentligen bankrupt:konkurs
  channel:kanal,kanalen,podden subscribe:prenumerera,prenumererar stop:lägg_av sixty:sextio seventy:sjuttio eighty:åttio
  ninety:nittio debate:debatt,debatten nowhere:ingenstans that_is:det_är_ju there_is:det_finns,finns
  there_was:det_fanns,fanns it:det,den_är who:vem,vilka what:vad where:var_någonstans,vart how:hur why:varför
  which:vilken,vilket i:jag you:du,ni,dig,er we:vi us:oss me:mig he:han she:hon him:honom her:henne,hennes they:de,dom
  them:dem my:min,mitt,mina your:din,ditt,dina,ert,era his:hans our:vår,vårt,våra their:deras,sin,sitt,sina
  this:detta,denna,den_här,det_här these:dessa,de_här those:de_där is:är be:vara was:var were:vore been:varit
  being:varande will:ska,kommer_att,skall would:skulle have:har,ha had:hade,haft can:kan could:kunde,kunnat must:måste
  may:får,får_man might:kanske_kan want:vill wanted:ville,velat become:blir,bli,blivit became:blev do:gör,göra
  did:gjorde done:gjort make:skapa_en made:gjorde_en go:går,gå went:gick gone:gått come:kommer,komma came:kom,kommit
  get:få,fick,fått give:ger,ge gave:gav,gett take:tar,ta took:tog,tagit see:ser,se saw:såg seen:sett
  know:vet,veta,känner_till knew:visste,känt think:tror,tycker,tycka,tänker,tänka,tro
  thought:trodde,tyckte,tänkte,tänkt,tyckt i_think:jag_tror,jag_tycker,tycker_jag,tror_jag i_mean:jag_menar,alltså
  you_know:du_vet,vet_du,ni_vet i_don't_know:jag_vet_inte,vet_inte,ingen_aning believe:övertygad say:säger,säga
  said:sa,sade,sagt tell:berätta,berättar,berättade,berättat talk:prata,pratar,pratade,pratat,snacka,samtal,snackar
  speak:tala,talar,talat call:kalla,kallar,kallas,ringa,ringer,heter,heta mean:menar,mena,betyder,betyda,innebär
  ask:fråga_om,frågar,frågade,be_om question:fråga,frågor answer:svar,svara,svarar explain:förklara,förklarar
  describe:beskriva hear:hör,höra,hörde,hört listen:lyssna,lyssnar,lyssnare look:titta,tittar,ser_ut,kolla,kollar
  find:hitta,hittar,hittade,hittat search:söka,söker,leta show:visa,visar,visade read:läsa,läser,läste,läst
  write:skriva,skriver,skrev,skrivit understand:förstår,förstå,förstod,fattar leave:lämna,lämnar,lämnade,sticka,åka
  let:låta,låter,lät stay:stanna,stannar,stannade happen:hända,händer,hände,hänt
  start:börja,börjar,började,börjat,starta,startade stop:sluta,slutade,stoppa end:slut,slutet finish:färdig,klar,avsluta
  finally:äntligen,slutligen,till_slut continue:fortsätta,fortsätter wait:vänta,väntar
  try:försöka,försöker,försökte,försök,testa,prova help:hjälpa,hjälper,hjälp,hjälpte need:behöver,behöva,behövde,behov
  use:använda,använder,använt work:jobba,jobbar,arbeta,arbetar,jobbade,fungerar,fungera,arbete,jobbat job:jobb,yrke
  live:leva,lever,bor,bo,bodde,levde life:liv,livet learn:lära,lär,lärde,lärt teach:undervisa teacher:lärare
  study:studera,plugga,studie,studier student:elev,elever,student,studenter school:skola,skolan,skolor
  university:universitet,universitetet,högskola course:kurs education:utbildning knowledge:kunskap book:bok,böcker,boken
  word:ord,orden sentence:mening,meningar language:språk,språket swedish:svensk,svenska,svenskar sweden:sverige
  english:engelska,engelsk feel:känner,känna,kände feeling:känsla,känslor,känslan love:älskar,älska,kärlek,kär
  like:gillar,gilla,gillade hate:hatar,hat fear:rädsla,oro hope:hoppas,hopp,förhoppningsvis wish:önskar,önskan
  dream:dröm,drömmar,drömma worry:orolig,oroa happy:glad,lycklig,lycka,glädje sad:ledsen,sorg angry:arg,ilska,förbannad
  surprise:överraskning,överraskad,förvånad excited:taggad,uppspelt,entusiastisk interesting:intressant,intressanta
  exciting:spännande interest:intresse,intresserad boring:tråkig,tråkigt funny:rolig,roligt,roliga,kul
  laugh:skratta,skrattar,skratt joke:skämt,skämta cry:gråta,grät crazy:galen,galet,tokig,sjukt
  weird:konstig,konstigt,märklig,märkligt amazing:otrolig,otroligt,fantastisk,fantastiskt,grym cool:häftig,häftigt,ball
  great:bra_jobbat,jättebra,toppen,strålande good:bra,god,gott,goda better:bättre best:bäst,bästa bad:dålig,dåligt,illa
  worse:värre,sämre worst:värsta,sämst nice:trevlig,snäll,skönt,fin,fint,fina,mysig beautiful:vacker,vackert,vackra
  big:stor,stort,stora,jättestor,enorm bigger:större biggest:största,störst small:liten,litet,små,lilla
  long:lång,långt,långa short:kort,korta new:ny,nytt,nya old:gammal,gammalt,gamla,äldre young:ung,unga,yngre
  hard:svår,svårt,svåra,hårt,jobbigt,tuff,tufft easy:lätt,enkelt,enkel,enkla fast:snabb,snabbt,fort
  slow:långsam,långsamt strong:stark,starka,starkt weak:svag high:hög,högt,höga low:låg,lågt deep:djup,djupt
  full:full,fullt,hel_del empty:tom free:fri,fritt,gratis,frihet important:viktig,viktigt,viktiga,viktigaste
  special:speciell,speciellt,särskilt normal:normal,normalt,vanlig usually:oftast,brukar,vanligtvis,vanligen
  true:sann,sant,sanning,sanningen false:falsk wrong:fel,felaktig honest:ärlig,ärligt
  real:verklig,verkligheten,riktig,riktigt,äkta clear:tydlig,tydligt,klart sure:säker,säkert,visst
  complex:komplicerad,komplext possible:möjlig,möjligt impossible:omöjligt necessary:nödvändigt
  different:annorlunda,olika difference:skillnad similar:liknande public:offentlig,allmän private:privat
  own:egen,eget,egna,äger whole:hela,hel,helt only:bara,endast,enda personal:personlig,personligt,personligen
  serious:allvarlig,allvar,seriös dangerous:farlig,farligt danger:fara risk:risk,risker safe:trygg,trygghet
  security:säkerhet power:makt,kraft success:framgång successful:framgångsrik,lyckad succeed:lyckas,lyckades
  fail:misslyckas,misslyckades,misslyckats failure:misslyckande mistake:misstag lesson:läxa,lärdom
  experience:erfarenhet,erfarenheter,upplevelse,uppleva skill:färdighet,förmåga talent:talang
  decide:bestämma,bestämmer,bestämde,besluta decision:beslut,beslutet choose:välja,väljer,valde choice:val,valet
  advice:råd,tips chance:chans,möjlighet opportunity:tillfälle,möjligheter challenge:utmaning,utmaningar crisis:kris
  war:krig,kriget fight:slåss,kamp,kämpa,bråk win:vinna,vinner,vann lose:förlora,förlorade,tappa,tappade death:död,döden
  die:dö,dog,dör kill:döda,dödade sick:sjuk disease:sjukdom,sjukdomar health:hälsa,frisk doctor:läkare,doktor
  hospital:sjukhus,sjukhuset body:kropp,kroppen head:huvud,huvudet brain:hjärna,hjärnan heart:hjärta,hjärtat
  eye:öga,ögon,ögonen hand:hand face:ansikte foot:fot,ben blood:blod sleep:sova,sover,sömn eat:äta,äter,åt_upp,ätit
  food:mat,maten drink:dricka,dricker,drack coffee:kaffe water:vatten,vattnet beer:öl wine:vin music:musik,musiken
  song:låt_av,låten,sång game:spel,spelet,match play:spela,spelar,spelade,leka film:film,filmen,filmer
  picture:bild,bilder,foto art:konst sport:idrott football:fotboll train:tåg,träna,tränar,träning
  travel:resa,resor,reser holiday:semester mind:sinne soul:själ god:gud church:kyrka sun:sol,solen sea:hav,havet
  tree:träd,skog animal:djur,djuren dog:hund,hundar cat:katt nature:natur,naturen earth:jord,jorden,mark
  climate:klimat,klimatet environment:miljö,miljön energy:energi science:vetenskap,forskare
  research:forskning,forskningen technology:teknik,teknologi,tekniken machine:maskin,maskiner computer:dator,datorer
  artificial:artificiell intelligence:intelligens data:uppgifter_om network:nätverk,nätet phone:telefon,mobil,mobilen
  user:användare tool:verktyg model:modell,modeller program:programmera store:affär,butik screen:skärm key:nyckel
  system:system,systemet time:tid,tiden,gång,tider times:gånger year:år,året,åren day:dag,dagen,dagar
  week:vecka,veckor,veckan month:månad,månader hour:timme,timmar minute:minut,minuter second:sekund,andra,sekunder
  today:idag,i_dag tomorrow:imorgon,i_morgon yesterday:igår,i_går morning:morgon,morse evening:kväll,kvällen
  night:natt,natten now:nu then:då_va,sedan_dess soon:snart late:sen_kväll,sent later:senare early:tidigt,tidig
  earlier:tidigare immediately:genast,direkt,omedelbart suddenly:plötsligt first:först,första last:sist,sista,förra
  next:nästa third:tredje future:framtid,framtiden past:förflutna century:århundrade monday:måndag friday:fredag
  saturday:lördag sunday:söndag summer:sommar,sommaren winter:vinter always:alltid often:ofta sometimes:ibland,emellanåt
  again:igen,åter already:redan still:fortfarande,ännu maybe:kanske probably:förmodligen,nog,troligen,antagligen
  definitely:definitivt,absolut really:verkligen,faktiskt_så actually:faktiskt very:mycket_bra,väldigt,jätte
  too:för_mycket also:också,även even:till_och_med,ens just:precis_nu,just,bara_att quite:ganska,rätt_så almost:nästan
  at_least:åtminstone,minst,i_alla_fall more:mer,fler less:mindre most:mest,flesta much:mycket many:många few:få_av
  little:lite,lite_grann enough:tillräckligt,nog_med several:flera some:några,någon,vissa,viss all:alla
  everything:allt,allting everyone:varenda every:varje,var_och_en something:något,nånting,någonting,nåt someone:nån
  nothing:inget,ingenting nobody:ingen never:aldrig no:nej,inga not:inte,ej,icke other:annan,annat,andra_sidan
  same:samma such:sådan,sånt,sådana both:båda,både together:tillsammans,ihop alone:ensam,själv self:själva
  each_other:varandra yes:ja,jo,japp yeah:ja_precis,a_just exactly:precis,exakt,just_det right:eller_hur,rätt
  okay:okej,okay,ok well:ja_men,nåja,tja oh:åh,oj um:öh,eh,hm thanks:tack please:snälla hello:hej,hejsan,tjena
  sorry:förlåt,ursäkta welcome:välkommen,välkomna of_course:självklart,såklart,naturligtvis,givetvis,förstås
  there:där,dit here:här,hit up:upp,uppe down:ner,ned,nere back:tillbaka away:bort,borta,iväg out:ut forward:fram,framåt
  left:vänster,kvar side:sida,sidan far:långt_borta near:nära for_example:till_exempel,exempelvis
  kind_of:typ,liksom,slags,sorts basically:i_princip,i_grunden especially:framför_allt,i_synnerhet
  instead:istället,i_stället anyway:ändå,hur_som_helst by_the_way:förresten unfortunately:tyvärr
  obviously:uppenbarligen,uppenbart literally:bokstavligen completely:fullständigt,totalt more_or_less:mer_eller_mindre
  on_the_other_hand:å_andra_sidan at_the_same_time:samtidigt at_all:alls,över_huvud_taget somehow:på_något_sätt
  therefore:därför thereby:därmed,därigenom for_it:för_det two:två three:tre four:fyra five:fem six:sex seven:sju
  eight:åtta nine:nio ten:tio eleven:elva twelve:tolv twenty:tjugo thirty:trettio forty:fyrtio fifty:femtio
  hundred:hundra thousand:tusen million:miljon,miljoner billion:miljard,miljarder half:halv,hälften,halva
  percent:procent number:nummer,antal,siffra,siffror once:en_gång one:man,någon_annan
  people:folk,människor,personer,människan human:mänsklig,mänskliga person:person,människa man:mannen,män,karl
  woman:kvinna,kvinnor guy:kille,killar,snubbe child:barn,barnet,barnen boy:pojke girl:tjej,flicka,tjejer
  family:familj,familjen father:pappa,far mother:mamma,mor parents:föräldrar brother:bror,bröder sister:syster son:son
  daughter:dotter husband:make wife:fru friend:vän,vänner,kompis,kompisar colleague:kollega,kollegor
  boss:chef,chefen,chefer employee:anställd,anställda,medarbetare customer:kund,kunder,kunderna partner:partner
  member:medlem,medlemmar team:lag,team group:grupp,grupper community:gemenskap society:samhälle,samhället
  company:företag,företaget,bolag,bolaget business:affärer,verksamhet,näringsliv founder:grundare found:grundade,grunda
  entrepreneur:entreprenör,entreprenörer,företagare investor:investerare invest:investera,investering,investeringar
  money:pengar,pengarna price:pris,priser,priset cost:kostar,kostnad,kosta,kostnader expensive:dyr,dyrt
  cheap:billig,billigt pay:betala,betalar,betalade buy:köpa,köper,köpte,köp sell:sälja,säljer,sålde,försäljning
  profit:vinst loss:förlust market:marknad,marknaden economy:ekonomi,ekonomin,ekonomisk tax:skatt,skatter
  salary:lön,löner bank:bank,banken debt:skuld,skulder poor:fattig,fattiga,fattigdom rich:rik,rika
  product:produkt,produkter service:tjänst,tjänster offer:erbjuda,erbjudande brand:varumärke advertising:reklam
  career:karriär project:projekt task:uppgift,uppgifter plan:plan,planer,planera goal:mål,målet idea:idé,idéer
  thing:sak,saker,grej,grejer stuff:prylar part:del,delar place:plats,ställe,platser way:sätt,väg,sättet
  point:punkt,poäng problem:problem,problemet solution:lösning,lösningar solve:lösa,löser,löste
  reason:anledning,skäl,orsak example:exempel case:fall,fallet story:historia,berättelse,historier world:värld,världen
  country:land,länder,landet city:stad,staden,städer village:by house:hus,huset home:hem,hemma,hemmet room:rum,rummet
  door:dörr,dörren window:fönster car:bil,bilen,bilar street:gata,gatan law:lag_om,lagen,lagar court:domstol
  government:regering,regeringen,stat,staten politics:politik,politiken,politiker,politisk party:parti,fest,partier
  election:val_i,valet_i police:polis,polisen right_to:rättighet,rättigheter responsibility:ansvar,ansvarig
  rule:regel,regler contract:avtal control:kontroll trust:förtroende,lita,tillit respect:respekt value:värde,värderingar
  meaning:betydelse quality:kvalitet effort:ansträngning result:resultat,resultatet effect:effekt,effekter
  consequence:konsekvens,konsekvenser,följd influence:påverka,påverkar,inflytande pressure:press,tryck,stress
  balance:balans limit:gräns,gränser process:process step:steg strategy:strategi structure:struktur level:nivå,nivåer
  relationship:relation,relationer,förhållande marriage:äktenskap,bröllop married:gift,gifta divorce:skilsmässa,skild
  born:född,föddes age:ålder generation:generation,generationer culture:kultur,kulturen behavior:beteende
  attitude:inställning habit:vana,vanor meet:träffa,träffar,träffade,möter meeting:möte,möten visit:besök,besöka
  event:händelse,evenemang interview:intervju hire:anställa,rekrytera fire:eld,avskeda,sparka,sparken topic:ämne,tema
  content:innehåll news:nyhet,nyheter newspaper:tidning,tidningar media:medier episode:avsnitt,avsnittet
  record:spela_in,inspelning share:dela,delar_med message:meddelande remember:minns,minnas,komma_ihåg,kommer_ihåg
  forget:glömma,glömmer,glömde memory:minne,minnen notice:märker,märka,märkte,lägga_märke
  realize:inser,inse,insåg,insett expect:förväntar,förväntningar,förvänta imagine:föreställa,tänk_dig consider:överväga
  compare:jämföra,jämfört accept:acceptera agree:håller_med,överens,hålla_med depend:beror,beror_på,bero
  matter:spelar_roll,spela_roll belong:tillhör seem:verkar,verka,tycks appear:dyker_upp exist:existerar
  lack:saknar,brist,saknas join:gå_med,delta achieve:uppnå produce:producera,produktion attention:uppmärksamhet
  focus:fokus,fokusera curious:nyfiken creative:kreativ,kreativitet smart:smart,klok stupid:dum,dumt,korkad,idiot
  nonsense:skitsnack,struntprat shit:skit,fan,jävla brave:modig,mod,vågar,våga proud:stolt ashamed:skäms,skam
  guilty:skyldig jealous:avundsjuk,svartsjuk lonely:ensamhet tired:trött,trötta pain:smärta,ont suffer:lider,lida
  patience:tålamod critical:kritisk,kritik extreme:extrem,extremt principle:princip detail:detalj,detaljer
  fact:faktum,fakta proof:bevis doubt:tvivel,tvivla secret:hemlighet,hemlig enemy:fiende
  competition:konkurrens,tävling,konkurrent advantage:fördel,fördelar disadvantage:nackdel
  industry:industri,bransch,branschen middle:mitten line:linje,rad list:lista color:färg,färger red:röd,röda
  green:grön,gröna black:svart,svarta white:vit,vita light:ljus dark:mörk,mörkt hot:het,varm,varmt cold:kall,kallt
  paper:papper clothes:kläder table:bord bed:säng kitchen:kök cook:laga_mat cut:skära,klippa sing:sjunga dance:dansa
  fly:flyga,flyg,flygplan drive:köra,kör,körde hit:slå,slår,slog save:spara,räddade steal:stjäla,stal
  protect:skydda,skydd attack:attack,attackera,anfall defend:försvara,försvar promise:lova,löfte,lovade
  force:tvinga,tvingas,tvingade avoid:undvika prevent:förhindra,hindra allow:tillåta,tillåtet order:beställa,ordning
  require:kräver,kräva,krav check:kolla_upp,kontrollera measure:mäta,åtgärd,åtgärder connect:koppla,kopplad
  replace:ersätta,byta,bytte add:lägga_till,tillägga remove:ta_bort repeat:upprepa quit:sluta_på,ge_upp
  react:reagera,reaktion recognize:känna_igen discover:upptäcka,upptäckte invent:uppfinna,hitta_på
  inspire:inspirera,inspiration convince:övertyga enjoy:njuta,njuter bother:störa complain:klaga forgive:förlåta
  celebrate:fira,firar birthday:födelsedag gift:present,gåva christmas:jul,julen
  situation:situation,situationen,läge,läget condition:villkor,förutsättning,förutsättningar perspective:perspektiv
  foreign:utländsk,utomlands democracy:demokrati citizen:medborgare neighbor:granne,grannar area:område,områden
  weapon:vapen prison:fängelse victim:offer lawyer:advokat judge:domare,döma care:omsorg,bryr,vård,ta_hand
  worth:värd,värt noise:buller,oväsen quiet:tyst,lugn,lugnt voice:röst,rösten sound:ljud,låter_som
  terrible:hemsk,hemskt,fruktansvärd,fruktansvärt perfect:perfekt wonderful:underbar,underbart ready:redo busy:upptagen
  lazy:lat clean:ren,städa traditional:traditionell digital:digital,digitala independent:självständig,oberoende
  professional:professionell expert:expert,experter office:kontor,kontoret efficient:effektiv innovation:innovation
  absurd:absurt,löjligt main:huvudsakligen famous:känd,kända,berömd favorite:favorit rather:hellre,snarare
  philosophy:filosofi psychology:psykologi,psykolog therapy:terapi depression:depression,deprimerad drug:droger
  medicine:medicin aware:medveten,medvetna guess:gissa,gissar hide:gömma close:stänga,stängt,stänger
  open:öppna,öppen,öppet turn:vända,vänder push:trycka,knuffa throw:kasta,slänga launch:lansera break:bryta,sönder,paus
  fall:falla,faller,föll,ramla rise:öka,ökar,ökade,stiga reduce:minska,minskar carry:bära,bär sit:sitta,sitter,satt
  stand:stå,står,stod lie:ligga,ligger,låg_där,lögn,ljuga run:springa,springer walk:promenera,promenad escape:fly
  information:information bring:ta_med,föra put:lägga,lägger,lade,sätta,sätter,ställa keep:hålla,håller,höll,behålla
  lead:leda,leder,ledning leader:ledare grow:växa,växer,växte,tillväxt
  change:förändra,förändras,förändring,ändra,byta_ut,ändrar improve:förbättra,förbättring develop:utveckla,utvecklar
  development:utveckling,utvecklingen developer:utvecklare build:bygga,bygger,byggde,byggt
  create:skapa,skapar,skapade,skapat manage:klara,klarar,hantera,styra support:stöd,stödja,stötta
  follow:följa,följer,följde move:flytta,flyttade,röra,rörelse oneself:sig than:än after_all:ju,väl feel:mår,må
  around:runt,omkring otherwise:annars should:bör,borde is_about:handlar,handlar_om among:bland by:enligt
  according_to:enligt_honom before:förut luck:tur soon:strax,ihärdigt work_out:funkar,funka,fixa pull:dra,drar,drog
  send:skicka,skickar reach:räcker,räcka apply:gäller,gälla remember:ihåg understand:uppfatta,uppfattat both:sådär
  hardly:knappt,knappast capable:duktig about:ungefär,cirka fix:ordna,ordnar like:ungefär_som arrange:skaffa
  ever:någonsin,nånsin worth_it:förtjänar,förtjäna feel_like:lust,orkar,orka anxiety:ångest stress:stressad,stressig
`;
