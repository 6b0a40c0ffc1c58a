// What words of Danish and Norwegian, most of which the two share, are in English (see ../read-gloss).

export const DANISH_AND_NORWEGIAN = `
  the:den,det_der a:en,et,ei of:av,af in:i on:på to:til,å with:med for:for,til_at at:ved,hos from:fra by:gjennom,gennem
  about:om,rundt,omkring between:mellom,mellem against:mot,mod before:før,inden,innen after:etter,efter
  until:inntil,indtil during:i_løpet,under_en without:uten,uden under:under behind:bak,bag inside:inne,inni,inde,indeni
  outside:ute,utenfor,ude,udenfor since:siden over:over through:igennem and:og or:eller but:men so:så
  because:fordi,fordi_at if:hvis,dersom when:når,da_jeg as:ligesom while:mens although:selv_om,selvom
  however:imidlertid,derimod that:at_man it:det it_is:det_er that:at,som that_we:at_vi that_it:at_det that_i:at_jeg
  guest:gæst,gjest,gæster,gjester night:nætter,netter look_forward:gleder,glæder,glædet make:begå,begår either:enten
  bankrupt:konkurs channel:kanal,kanalen subscribe:abonnere,abonner disaster:katastrofe sixty:seksti,tres
  seventy:sytti,halvfjerds eighty:åtti,firs ninety:nitti,halvfems as:som_en,som_om it_was:det_var
  there_is:det_finnes,der_er,finnes,findes there_was:der_var who:hvem what:hva,hvad where:hvor how:hvordan why:hvorfor
  which:hvilken,hvilket,hvilke i:jeg you:du,dere,deg,dig,jer we:vi us:oss,os me:meg,mig he:han she:hun him:ham
  her:hennes,hende,henne they:de them:dem my:min,mitt,mine,mit your:din,ditt,dine,deres,dit his:hans,sin,sitt,sine,sit
  our:vår,vårt,våre,vores this:dette,denne these:disse those:de_der is:er be:være was:var been:vært,været
  will:vil,skal,kommer_til would:ville,skulle have:har,ha,have had:hadde,hatt,havde,haft can:kan could:kunne,kunnet
  must:må,måtte should:bør,burde may:får_lov become:blir,bli,bliver,blive,blitt,blevet became:ble,blev
  do:gjør,gjøre,gør,gøre did:gjorde done:gjort made:laget,lavet,lavede make:lage,lager,lave,laver go:går,gå
  went:gikk,gik gone:gått,gået come:kommer,komme came:kom,kommet get:får,få,fikk,fått,fik,fået give:gir,gi,giver,give
  gave:ga,gav,gitt,givet take:tar,ta,tager,tage took:tok,tatt,tog,taget see:ser,se saw:så_jeg seen:sett,set
  know:vet,vite,ved_ikke,vide,kjenner,kender knew:visste,vidste,kjente
  think:tror,tenker,synes,synsom,tænker,syntes,tro,tenke,tænke thought:trodde,troede,tenkte,tænkte
  i_think:jeg_tror,jeg_synes,synes_jeg,tror_jeg i_mean:jeg_mener,altså you_know:vet_du,du_ved,ikke_sant,du_vet
  i_don't_know:jeg_vet_ikke,det_ved_jeg_ikke,aner_ikke believe:overbevist say:sier,si,siger,sige said:sa,sagt,sagde
  tell:fortelle,forteller,fortelle_om,fortælle,fortæller,fortalte,fortalt
  talk:snakke,snakker,prate,prater,snakket,snakkede,samtale speak:snakk,tale,taler
  call:kalle,kaller,kalt,kalde,kalder,kaldt,ringe,ringer,heter,hedder mean:mener,mene,betyr,betyder,bety,betyde
  ask:spør,spørre,spurte,spørger question:spørsmål,spørgsmål,spørsmålet answer:svar,svare,svarer
  explain:forklare,forklarer hear:hører,høre,hørte,hørt listen:lytte,lytter,lyttere look:ser_ut,kigge,kigger,titte,se_på
  find:finner,finne,fant,funnet,finder,finde,fandt,fundet search:lete,leter,søke,søge,leder_efter show:vise,viser,viste
  read:lese,leser,leste,læse,læser,læste write:skrive,skriver,skrev understand:forstår,forstå,forsto,forstod,skjønner
  leave:forlate,forlater,forlade,dra,drar let:la,lar,lade,lader stay:bli_værende,blive_hængende
  happen:skje,skjer,skjedde,sker,ske,skete,skjedd,hendt
  start:begynne,begynner,begynte,starte,starter,startet,startede,begynder,begyndte,begynt
  stop:stoppe,stopper,slutte,stoppet end:slutt,slutning,ende finish:ferdig,færdig finally:endelig,til_slutt,til_sidst
  continue:fortsette,fortsetter,fortsætte,fortsætter wait:vente,venter,vent
  try:prøve,prøver,prøvde,forsøke,forsøge,prøvede help:hjelpe,hjelper,hjelp,hjælpe,hjælper,hjælp
  need:trenger,trenge,behøver,har_brug_for,behov use:bruke,bruker,brukt,bruge,bruger,brugt
  work:jobbe,jobber,arbeid,arbeide,arbejde,arbejder,jobbet,fungerer,virker,virke job:jobb,job,yrke
  live:leve,lever,bor,bo,bodde,boede life:liv,livet learn:lære,lærer,lærte,lært teach:undervise,underviser
  teacher:lærer_på,læreren study:studere,studier,studie student:elev,elever,student,studerende
  school:skole,skolen,skoler university:universitet,universitetet course:kurs,kursus education:utdanning,uddannelse
  knowledge:kunnskap,viden book:bok,bøker,boka,boken,bog,bøger,bogen word:ord,ordet sentence:setning,sætning
  language:språk,språket,sprog,sproget norwegian:norsk,norske danish:dansk,danske,danskere norway:norge denmark:danmark
  english:engelsk feel:føler,føle,følte,føles,kjenne_på feeling:følelse,følelser,følelsen
  love:elsker,elske,kjærlighet,kærlighed,forelsket like:liker,like,likte,kan_lide hate:hater,hader,hate
  fear:frykt,redd,redsel,frygt,bange,angst hope:håper,håp,håber,håb,forhåpentligvis,forhåbentlig wish:ønsker,ønske
  dream:drøm,drømmer,drømme worry:bekymret,bekymre,bekymring,bekymre_sig happy:glad,lykkelig,lykke,glede,glæde
  sad:trist,lei_meg,ked_af angry:sint,sinna,vred,sur surprise:overraskelse,overrasket,overraskende
  excited:spent,begeistret,spændt interesting:interessant,interessante exciting:spennende,spændende
  interest:interesse,interessert,interesseret boring:kjedelig,kedelig,kedeligt funny:morsom,morsomt,sjov,sjovt
  fun:gøy,moro,artig laugh:ler,le,lo,latter,griner,grine,grin joke:vits,spøk,vittighed,joke
  cry:gråte,gråter,græde,græder crazy:gal,galt,sprø,vanvittig,skør,sindssygt,sykt
  weird:rart,rar,merkelig,mærkelig,underlig amazing:utrolig,fantastisk,utroligt,helt_utrolig cool:kul,kult,fedt,fed
  great:flott,kjempebra,superbra,dejligt,skønt good:bra,god,godt,gode better:bedre best:best,beste,bedst,bedste
  bad:dårlig,dårligt,ille worse:verre,værre worst:verste,værste,verst nice:hyggelig,hyggeligt,fin,fint,snill,sød,deilig
  beautiful:vakker,vakkert,smuk,smukt,flot big:stor,stort,store,kjempestor,svær bigger:større biggest:største,størst
  small:liten,lite,små,lille long:lang,langt,lange,lenge,længe short:kort,korte new:ny,nytt,nye,nyt
  old:gammel,gammelt,gamle,eldre young:ung,unge,yngre hard:vanskelig,vanskelige,hard,hardt,svært,svær_tid,tøft,tøff
  easy:lett,enkelt,enkel,let,nemt,nem fast:rask,raskt,fort,hurtig,hurtigt slow:langsom,sakte,langsomt
  strong:sterk,sterke,stærk,stærke weak:svak,svag high:høy,høyt,høye,høj,højt low:lav,lavt deep:dyp,dypt,dyb,dybt
  full:full,fullt,fuld,fuldt empty:tom free:fri,fritt,gratis,frihet,frihed
  important:viktig,viktige,viktigste,vigtig,vigtigt,vigtige,vigtigste special:spesiell,spesielt,speciel,specielt,særlig
  normal:normal,normalt,vanlig,almindelig usually:vanligvis,som_regel,pleier,plejer,normalt_set
  true:sann,sant,sannhet,sandt,sandhed,sandheden false:falsk wrong:feil,forkert,galt_med honest:ærlig,ærlig_talt
  real:virkelig,virkelighet,virkelighed,ekte,ægte,rigtig,rigtigt clear:klart,tydelig,tydeligt sure:sikker,sikkert,sikre
  complex:komplisert,kompliceret,kompleks possible:mulig,muligt impossible:umulig,umuligt necessary:nødvendig,nødvendigt
  different:forskjellig,annerledes,ulike,forskellig,forskellige,anderledes
  difference:forskjell,forskjellen,forskel,forskellen similar:lignende,tilsvarende public:offentlig,offentlige
  private:privat own:egen,eget,egne,eier,ejer whole:hele,hel,helt only:bare,kun,eneste personal:personlig,personligt
  serious:alvorlig,alvor,seriøs dangerous:farlig,farligt danger:fare risk:risiko safe:trygg,trygghet,tryg
  security:sikkerhet,sikkerhed power:makt,kraft,magt success:suksess,succes successful:vellykket,vellykkede
  succeed:lykkes,lyktes,lykkedes fail:mislykkes,mislykkedes,fejle failure:fiasko,nederlag mistake:feilen,fejl,feiltak
  lesson:lekse,lærdom experience:erfaring,erfaringer,opplevelse,opplevde,oplevelse,oplevede,oppleve,opleve
  skill:ferdighet,evne,evner,færdigheder decide:bestemme,bestemte,beslutte,besluttede,bestemmer
  decision:beslutning,beslutninger,avgjørelse choose:velge,velger,valgte,vælge,vælger choice:valg,valget advice:råd,tips
  chance:sjanse,sjansen,chance opportunity:mulighet,muligheter,mulighed,muligheder
  challenge:utfordring,utfordringer,udfordring,udfordringer crisis:krise war:krig,krigen
  fight:kjempe,kamp,slåss,kæmpe,slås win:vinne,vant,vinner,vinde,vandt,vinder
  lose:tape,mistet,miste,tabe,tabte,mistede,taper death:død,døden die:dø,døde,dør kill:drepe,drepte,dræbe,dræbte
  sick:syk,syg disease:sykdom,sykdommer,sygdom,sygdomme health:helse,frisk,sundhed,rask_igen
  doctor:lege,legen,læge,lægen hospital:sykehus,sykehuset,hospital,sygehus body:kropp,kroppen,krop
  head:hode,hodet,hoved,hovedet brain:hjerne,hjernen heart:hjerte,hjertet eye:øye,øyne,øje,øjne hand:hånd,hender,hænder
  face:ansikt,ansiktet,ansigt foot:fot,fod,bein,ben blood:blod sleep:sove,sover,søvn eat:spise,spiser,spiste
  food:mat,maten,mad,maden drink:drikke,drikker coffee:kaffe water:vann,vannet,vand,vandet beer:øl wine:vin
  music:musikk,musikken,musik song:sang,sangen game:spill,spillet,spil,kamp_mot play:spille,spiller,leke,lege_med
  film:film,filmen picture:bilde,bilder,billede,billeder art:kunst sport:idrett,sport football:fotball,fodbold
  train:trene,trener,træne,træning,trening travel:reise,reiser,rejse,rejser holiday:ferie,ferien mind:sinn,sind
  soul:sjel,sjæl god:gud church:kirke,kirken sun:sol,solen sea:hav,havet tree:tre_i_skogen,skog,træ,skov
  animal:dyr,dyrene dog:hund,hunder,hunde cat:katt,kat nature:natur,naturen earth:jord,jorden climate:klima,klimaet
  environment:miljø,miljøet energy:energi science:vitenskap,forskere,videnskab research:forskning
  technology:teknologi,teknologien machine:maskin,maskine,maskiner computer:datamaskin,computer data:opplysninger
  network:nettverk,netværk,nettet phone:telefon,mobil user:brukere,brugere tool:verktøy,værktøj
  model:modell,modeller,model program:programmere store:butikk,butik screen:skjerm,skærm key:nøkkel,nøgle
  system:system,systemet time:tid,tiden,gang,tider times:ganger,gange year:år,året,årene day:dag,dagen,dager,dage
  week:uke,uker,uge,uger month:måned,måneder hour:time,timer minute:minutt,minutter,minut
  second:sekund,sekunder,andre_gang today:i_dag,idag tomorrow:i_morgen yesterday:i_går morning:morgen,morgenen
  evening:kveld,kvelden,aften night:natt,natten,nat now:nå,nu then:deretter,da_så,derefter soon:snart
  late:sent,sen_kveld later:senere early:tidlig,tidligt earlier:tidligere immediately:med_en_gang,straks,umiddelbart
  suddenly:plutselig,pludselig first:først,første last:siste,sist,sidste,sidst next:neste,næste third:tredje,tredie
  future:fremtid,fremtiden,framtid past:fortid century:århundre,århundrede monday:mandag friday:fredag saturday:lørdag
  sunday:søndag summer:sommer,sommeren winter:vinter always:alltid,altid often:ofte,tit
  sometimes:noen_ganger,av_og_til,nogle_gange,af_og_til,somme_tider again:igjen,igen already:allerede
  still:fortsatt,fremdeles,stadig,stadigvæk yet:ennå,endnu maybe:kanskje,måske
  probably:sannsynligvis,nok,sandsynligvis,formentlig definitely:definitivt,absolutt,absolut
  really:virkelig_bra,virkeligt actually:faktisk,egentlig,egentligt very:veldig,svært_mye,meget,rigtig_meget
  too:for_mye,for_meget also:også even:til_og_med,endda,selv_ikke just:akkurat,bare_at,lige,netop
  quite:ganske,temmelig,ret_så almost:nesten,næsten at_least:i_hvert_fall,minst,i_det_minste,i_hvert_fald,mindst
  more:mer,flere,mere less:mindre,færre most:mest,de_fleste,fleste much:mye,meget_af many:mange few:få_av,få_mennesker
  little:litt,lidt,en_smule enough:nok_av,tilstrekkelig several:adskillige some:noen,noe_av,nogle,nogen,visse all:alle
  everything:alt,alting everyone:enhver every:hver,hvert,hver_eneste something:noe,noget someone:noen_som,nogen_der
  nothing:ingenting,intet nobody:ingen never:aldri,aldrig no:nei,nej,ingen_som not:ikke
  other:annen,annet,andre,anden,andet same:samme such:slik,slike,sånn,sådan,sånt,sådanne both:begge,både together:sammen
  alone:alene self:selv each_other:hverandre,hinanden yes:ja,jo yeah:ja_nettopp,ja_præcis
  exactly:nettopp,akkurat_det,præcis,nøyaktig right:riktig,stemmer,ikke_også,rett okay:ok,okay,greit,okei
  well:nå_ja,tja,vel oh:åh um:øh,eh,hm thanks:takk,tak please:vær_så_snill,vær_så_god hello:hei,hej
  sorry:unnskyld,undskyld,beklager welcome:velkommen of_course:selvfølgelig,naturligvis,så_klart,selvfølgeligt there:der
  here:her,hit up:opp,oppe,op,oppe_på down:ned,nede back:tilbake,tilbage away:bort,borte,vekk,væk out:ut,ud
  forward:fram,frem left:venstre,igjen_etter side:side,siden_av far:fjernt near:nær,i_nærheten,tæt
  for_example:for_eksempel,eksempelvis kind_of:liksom,slags,på_en_måte,ligesom_at
  basically:i_grunnen,i_bunn_og_grunn,grundlæggende especially:spesielt_når,særlig_når,især instead:i_stedet,istedenfor
  anyway:uansett,likevel,alligevel,i_alle_fall by_the_way:forresten,for_øvrig,forresten_så
  unfortunately:dessverre,desværre obviously:åpenbart,tydeligvis,åbenbart literally:bokstavelig,bogstaveligt
  completely:fullstendig,totalt,fuldstændig more_or_less:mer_eller_mindre,mere_eller_mindre
  on_the_other_hand:på_den_andre_siden,på_den_anden_side at_the_same_time:samtidig,samtidigt
  at_all:i_det_hele_tatt,overhodet,overhovedet somehow:på_et_vis,på_en_eller_anden therefore:derfor about_it:om_det
  two:to three:tre four:fire five:fem six:seks seven:sju,syv eight:åtte,otte nine:ni ten:ti eleven:elleve twelve:tolv
  twenty:tjue,tyve thirty:tretti,tredive forty:førti,fyrre fifty:femti,halvtreds hundred:hundre,hundrede
  thousand:tusen,tusind million:million,millioner billion:milliard,milliarder half:halv,halvparten,halvdelen,halve
  percent:prosent,procent number:nummer,antall,tall,antal,tal once:en_gang,engang people:folk,mennesker,personer
  human:menneskelig,menneske,mennesket person:person man:mann,menn,mand,mænd,man
  woman:kvinne,kvinner,kvinde,kvinder,dame guy:fyr,karer,gutta child:barn,barnet,barna,børn boy:gutt,gutter,dreng
  girl:jente,jenter,pige,piger family:familie,familien father:far,pappa mother:mor,mamma parents:foreldre,forældre
  brother:bror,brødre sister:søster son:sønn,søn daughter:datter husband:ektemann wife:kone
  friend:venn,venner,ven,vennskap,kompis colleague:kollega,kolleger boss:sjef,sjefen,chef,chefen
  employee:ansatt,ansatte,medarbejder,medarbejdere customer:kunde,kunder partner:partner member:medlem,medlemmer
  team:lag,hold,team group:gruppe,grupper community:fellesskap,fællesskab society:samfunn,samfunnet,samfund
  company:bedrift,bedrifter,selskap,firma,virksomhed,selskab business:forretning,næringsliv,forretninger,erhvervsliv
  founder:gründer,grunnlegger,stifter,iværksætter found:startet_opp,grunnla,stiftede,grundlagde
  investor:investor,investorer invest:investere,investering money:penger,pengene,penge,pengene_til
  price:pris,prisen,priser cost:koster,kostnad,koste,omkostninger expensive:dyr_pris,dyrt cheap:billig,billigt
  pay:betale,betaler,betalte buy:kjøpe,kjøper,kjøpte,købe,køber,købte sell:selge,selger,solgte,sælge,sælger,salg
  profit:overskudd,fortjeneste,overskud loss:tap,tab market:marked,markedet economy:økonomi,økonomien,økonomisk
  tax:skatt,skatter,skat salary:lønn,løn bank:bank debt:gjeld,gæld poor:fattig,fattige,fattigdom rich:rik,rike,rig,rige
  product:produkt,produkter service:tjeneste,tjenester offer:tilbud,tilby,tilbyde brand:merkevare,brand
  advertising:reklame career:karriere project:prosjekt,prosjekter,projekt,projekter task:oppgave,oppgaver,opgave,opgaver
  plan:plan,planer,planlegge goal:mål,målet idea:idé,ideer,ide thing:ting,tingen,sak,saker stuff:greier
  part:del,deler,dele place:sted,plass,steder,stedet,plads way:måte,måten,vei,veien,måde,måden,vej
  point:poeng,punkt,pointe problem:problem,problemet,problemer solution:løsning,løsninger solve:løse,løser,løste
  reason:grunn,grunnen,årsak,grund,årsag example:eksempel,eksempler case:tilfelle,tilfælde
  story:historie,historier,historien,fortelling,fortælling world:verden country:land,landet,landene city:by,byen,byer
  house:hus,huset home:hjem,hjemme room:rom,rommet,værelse,rum door:dør_til,døren window:vindu,vindue
  car:bil,bilen,biler street:gate,gaten,gade law:lov,loven,lover court:domstol,rett_i
  government:regjering,regjeringen,stat,staten,regering politics:politikk,politiker,politikere,politisk,politik
  party:parti,fest election:valgkamp police:politi,politiet right_to:rettighet,rettigheter,ret_til,rettigheder
  responsibility:ansvar,ansvarlig rule:regel,regler contract:kontrakt control:kontroll,kontrol
  trust:tillit,stole_på,tillid respect:respekt value:verdi,verdier,værdi,værdier meaning:betydning,mening
  quality:kvalitet effort:innsats,indsats result:resultat,resultatet,resultater effect:effekt,virkning
  consequence:konsekvens,konsekvenser influence:påvirke,påvirker,innflytelse,indflydelse pressure:press,stress,pres
  balance:balanse,balance limit:grense,grenser,grænse,grænser process:prosess,proces step:steg,skritt,skridt
  strategy:strategi level:nivå,niveau relationship:forhold,relasjon,relation,forholdet
  marriage:ekteskap,bryllup,ægteskab married:gift,gifte divorce:skilsmisse,skilt born:født age:alder
  generation:generasjon,generation culture:kultur,kulturen behavior:oppførsel,adferd,adfærd attitude:holdning
  habit:vane,vaner meet:møte,møter,møtte,møder,mødte,møde meeting:møtet,mødet,avtale visit:besøk,besøke,besøg,besøge
  event:hendelse,arrangement,begivenhed interview:intervju,interview hire:ansette,ansætte fire:ild,sparken,fyre,fyret
  topic:tema,emne content:innhold,indhold news:nyhet,nyheter,nyhed,nyheder newspaper:avis,avisen media:medier,medierne
  episode:episode,afsnit record:ta_opp,opptak,optage message:melding,besked remember:husker,huske,husket,huskede
  forget:glemme,glemte,glemt,glemmer memory:minne,minner,hukommelse,erindring
  notice:merker,merke,mærker,lægge_mærke,legge_merke realize:innser,innse,innså,indså,indser
  expect:forvente,forventer,forventninger imagine:forestille,tenk_deg,forestil_dig consider:vurdere,overveje
  compare:sammenligne,sammenlignet accept:akseptere,acceptere agree:enig,er_enige disagree:uenig
  depend:kommer_an,avhenger,avhengig,afhænger,kommer_an_på matter:betyr_noe,spiller_en_rolle belong:tilhører,hører_til
  seem:virker_som,synes_som exist:eksisterer lack:mangel,mangler,savner join:bli_med,delta,deltage,være_med
  achieve:oppnå,opnå produce:produsere,producere attention:oppmerksomhet,opmærksomhed focus:fokus,fokusere
  curious:nysgjerrig,nysgerrig creative:kreativ smart:smart,klok,klog,flink,dygtig stupid:dum,dumt,idiot
  nonsense:tull,vrøvl,pjat shit:dritt,faen,lort,fandeme brave:modig,mot_til,mod_til,tør,turte,tør_ikke proud:stolt
  ashamed:skam,flau,skamme guilty:skyldig,skyld jealous:sjalu,misunnelig,jaloux lonely:ensom,ensomhet,ensomhed
  tired:sliten,trøtt,træt pain:smerte,vondt,ondt,smerter suffer:lider,lide patience:tålmodighet,tålmodighed
  critical:kritisk,kritikk,kritik extreme:ekstrem,ekstremt principle:prinsipp,princip detail:detalj,detaljer
  fact:fakta,faktum proof:bevis doubt:tvil,tvivl secret:hemmelighet,hemmelig,hemmelighed enemy:fiende,fjende
  competition:konkurranse,konkurrence,konkurrenter advantage:fordel,fordeler,fordele disadvantage:ulempe,ulemper
  industry:industri,bransje,branche middle:midten list:liste color:farge,farver,farve red:rød,røde green:grønn,grøn
  black:svart,sort white:hvit,hvid light:lys dark:mørk,mørkt hot:varm,varmt cold:kald,kold,koldt clothes:klær,tøj
  table:bord bed:seng kitchen:kjøkken,køkken sing:synge dance:danse fly:fly,flyve,flyr
  drive:kjøre,kjører,kjørte,køre,kører,kørte hit:slå,slår,slo,slog save:redde,spare,reddet steal:stjele,stjæle
  protect:beskytte,beskyttelse attack:angripe,angrep,angribe,angreb defend:forsvare,forsvar
  promise:love,løfte,lover_at,lovede force:tvinge,tvunget,tvinger avoid:unngå,undgå prevent:forhindre,forhindrer
  allow:tillate,tillade order:bestille,orden require:krever,kreve,krav,kræver check:sjekke,tjekke measure:måle,tiltak
  replace:erstatte,bytte add:legge_til,tilføje remove:fjerne repeat:gjenta,gentage quit:gi_opp,give_op
  react:reagere,reaksjon,reaktion recognize:gjenkjenne,genkende discover:oppdage,oppdaget,opdage,opdagede
  invent:finne_opp,opfinde inspire:inspirere,inspirasjon,inspiration convince:overbevise enjoy:nyte,nyter,nyde
  bother:forstyrre complain:klage,klager forgive:tilgi,tilgive celebrate:feire,fejre birthday:bursdag,fødselsdag
  gift:gave,gaver christmas:jul situation:situasjon,situasjonen,situation
  condition:betingelse,forutsetning,vilkår,forudsætning perspective:perspektiv
  foreign:utenlandsk,utlandet,udlandet,udenlandsk democracy:demokrati citizen:borger,borgere,innbygger
  neighbor:nabo,naboer area:område,områder weapon:våpen,våben prison:fengsel,fængsel victim:offer,ofre lawyer:advokat
  judge:dommer,dømme care:omsorg,bryr,pleje,tage_sig_af worth:verdt,værd noise:støy,støj quiet:stille,rolig,roligt
  voice:stemme,stemmen sound:lyd,høres,lyder terrible:forferdelig,grusom,forfærdelig,frygtelig perfect:perfekt
  wonderful:vidunderlig ready:klar,parat busy:opptatt,travl,optaget lazy:lat,doven clean:ren,vaske
  digital:digital,digitale independent:selvstendig,uavhengig,selvstændig,uafhængig
  professional:profesjonell,professionel expert:ekspert,eksperter office:kontor,kontoret efficient:effektiv,effektivt
  main:hovedsakelig,hovedsagelig famous:kjent,kendt,berømt favorite:favoritt,yndlings rather:heller,hellere
  philosophy:filosofi psychology:psykologi,psykolog therapy:terapi depression:depresjon,deprimeret
  drug:stoffer,narkotika medicine:medisin,medicin aware:bevisst,bevidst guess:gjette,gætte hide:gjemme,gemme
  close:lukke,stenge,lukket open:åpne,åpen,åpent,åbne,åben turn:snu,vende push:trykke,dytte,skubbe throw:kaste,kaster
  break:bryte,pause,ødelagt,brække fall:falle,falt,faller,falde,faldt rise:øke,øker,stige,stiger
  reduce:redusere,reducere carry:bære,bærer sit:sitte,sitter,satt,sidder,sidde stand:stå,står,sto,stod
  lie:ligge,ligger,løgn,ligger_og run:løpe,løper,løp,løbe,løber walk:spasere,gåtur escape:flykte,slippe_unna
  information:informasjon,information bring:bringe,ta_med,tage_med
  put:legge,legger,la_på,sette,setter,lægge,sætte,stille_opp keep:holde,holder,holdt,beholde lead:lede,leder_an,ledelse
  leader:leder,ledere grow:vokse,vokser,vokste,vekst,vækst change:endre,forandre,endring,forandring,ændre,endrer,ændring
  improve:forbedre,forbedring develop:utvikle,utvikler_seg,udvikle development:utvikling,utviklingen,udvikling
  developer:utvikler,utviklere,udvikler build:bygge,bygger,bygget,byggede create:skape,skaper,skapt,skabe,skaber
  manage:klare,klarer,klarte,håndtere,klarede support:støtte,støtter follow:følge,følger,fulgte
  move:flytte,flyttet,bevege,flyttede,bevæge oneself:seg,sig than:enn,end ever:noen_gang,nogensinde,noensinne
  otherwise:ellers,elles whether:om_du while_at:imens gladly:gjerne,gerne go_on:foregår,pågår over:forbi
  luck:flaks,held,hell send:sende,sender,sendt fit:passer,passe whole_thing:hele_greia
  be_about:handler,handle,handler_om wait_for:glede_seg,glæde_sig properly:skikkelig,ordentlig,ordentligt
  name:navn,navnet feel_like:lyst,gidder,gider rest:resten damage:skade mean_it:mente,mente_det
  careful:forsiktig,forsigtig lovely:nydelig,herlig,vidunderligt arrange:ordne,skaffe worth_it:fortjener,fortjene
  as_well:dessuten,desuden either_way:uansett_hva however_much:uanset thought:syntes_at
`;
