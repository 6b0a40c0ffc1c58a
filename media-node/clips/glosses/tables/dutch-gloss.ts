// What words of Dutch are in English (see ../read-gloss).

export const DUTCH = `
  the:de,het,t a:een,n of:van in:in on:op to:naar,te,om with:met for:voor at:bij,aan from:uit,vanaf,vanuit by:door
  about:over,rond between:tussen against:tegen before:voordat,voorheen after:na,nadat,daarna until:tot,totdat
  during:tijdens without:zonder under:onder behind:achter next_to:naast within:binnen outside:buiten,buitenkant
  since:sinds despite:ondanks through:doorheen around:rondom,om_heen and:en or:of but:maar so:dus
  because:omdat,want,doordat if:als,indien whether:of_dat when:wanneer,toen as:zoals while:terwijl
  although:hoewel,ook_al however:echter can:kun mean:meen,menen stop:hou_op look_forward:verheug,verheugd
  bankrupt:failliet,faillissement channel:kanaal subscribe:abonneren,abonneer our:ons sixty:zestig seventy:zeventig
  eighty:tachtig ninety:negentig disaster:ramp discussion:discussie,discussies that:dat,die who:wie what:wat where:waar
  how:hoe why:waarom which:welke,welk i:ik,k you:je,jij,jou,u,jullie he:hij she:zij we:we,wij they:ze me:me,mij him:hem
  them:hen,hun her:haar it:het_is my:mijn,m'n your:jouw,uw his:zijn_eigen,z'n our:onze this:dit,deze those:diegene
  that:datgene is:is am:ben are:zijn,bent be:wezen was:was were:waren been:geweest will:zal,zullen,gaat_het
  would:zou,zouden have:heb,hebben,hebt has:heeft had:had,hadden,gehad can:kan,kunnen,kunt could:kon,konden
  must:moet,moeten had_to:moest,moesten may:mag,mogen might:mocht want:wil,willen,wilt wanted:wilde,wou,wilden
  become:word,wordt,worden,geworden became:werd,werden do:doe,doet,doen did:deed,deden done:gedaan make:maak,maakt,maken
  made:maakte,gemaakt go:ga,gaat,gaan went:ging,gingen gone:gegaan come:kom,komt,komen came:kwam,kwamen,gekomen
  get:krijg,krijgt,krijgen,kreeg,gekregen give:geef,geeft,geven,gaf,gegeven
  take:neem,neemt,nemen,nam,genomen,pakken,pak,meenemen see:zie,ziet,zien saw:zag,zagen seen:gezien
  know:weet,weten,ken,kent,kennen,wist,geweten think:denk,denkt,denken,dacht,gedacht,vind,vinden,vindt,vond
  i_think:ik_denk,ik_vind,volgens_mij i_mean:ik_bedoel you_know:weet_je,je_weet
  i_don't_know:ik_weet_niet,geen_idee,weet_ik_niet believe:geloof,gelooft,geloven say:zeg,zegt,zeggen
  said:zei,zeiden,gezegd tell:vertel,vertelt,vertellen,vertelde,verteld
  talk:praat,praten,praatte,gepraat,gesprek,gesprekken,spreken,spreekt,sprak,gesproken
  call:bellen,bel,noem,noemen,genoemd,heet,heten mean:bedoel,bedoelt,betekent,betekenen
  ask:vraag_je,vraagt,vragen_we,vroeg,gevraagd question:vraag,vragen answer:antwoord,antwoorden,beantwoorden
  explain:uitleggen,leg_uit,uitleg describe:beschrijven hear:hoor,hoort,horen,hoorde,gehoord
  listen:luister,luisteren,geluisterd,luisteraar,luisteraars look:kijk,kijken,kijkt,keek,gekeken,eruitzien
  find:gevonden,vond_ik search:zoek,zoeken,zoekt,gezocht show:laten_zien,toon,tonen read:lees,lezen,las,gelezen
  write:schrijf,schrijven,schreef,geschreven understand:begrijp,begrijpt,begrijpen,begrepen,snap,snappen
  leave:vertrekken,weggaan,verlaten,verliet let:laat,laten,liet,gelaten stay:blijf,blijft,blijven,bleef,gebleven
  happen:gebeurt,gebeuren,gebeurde,gebeurd,voorkomen start:begin,begint,beginnen,begon,begonnen,gestart
  stop:stop,stoppen,ophouden,gestopt end:einde,eind,eindigen finish:afmaken,klaar,af
  finally:eindelijk,uiteindelijk,tenslotte continue:doorgaan,verder_gaan wait:wacht,wachten,gewacht
  try:probeer,proberen,probeert,geprobeerd,poging help:help,helpt,helpen,hielp,geholpen,hulp
  need:nodig,heb_nodig,behoefte use:gebruik,gebruikt,gebruiken,gebruikte work:werk,werkt,werken,werkte,gewerkt
  job:baan,baantje,functie,beroep live:leef,leeft,leven_we,leefde,woon,wonen,woont,woonde life:leven,levens
  learn:leer,leren,leert,geleerd teach:lesgeven,onderwijzen teacher:leraar,docent,juf,leerkracht
  study:studeren,studie,gestudeerd student:leerling,leerlingen,studenten school:school,scholen
  university:universiteit,hogeschool course:cursus,opleiding education:onderwijs knowledge:kennis book:boek,boeken
  word:woord,woorden sentence:zin,zinnen language:taal,talen dutch:nederlands,nederlandse,nederlander,nederlanders
  netherlands:nederland belgium:belgië english:engels feel:voel,voelt,voelen,voelde,gevoeld
  feeling:gevoel,gevoelens,emotie love:liefde,hou_van,houden_van,verliefd like:leuk_vind,hou,houdt,graag_wil
  hate:haat,haten fear:angst,bang,vrees hope:hoop,hopen,hopelijk wish:wens,wensen dream:droom,dromen
  worry:zorgen,bezorgd happy:blij,gelukkig,geluk sad:verdrietig,triest angry:boos,kwaad,woede
  surprise:verrassing,verrast,verbaasd excited:enthousiast,spannend_vind interesting:interessant,interessante
  exciting:spannend interest:interesse,geïnteresseerd,belang boring:saai funny:grappig,komisch
  fun:leuk,plezier,lol,leuke laugh:lachen,lach,gelachen joke:grap,grapje,grappen cry:huilen,gehuild
  crazy:gek,gekke,krankzinnig,bizar weird:raar,vreemd,rare amazing:ongelooflijk,geweldig,fantastisch cool:gaaf,tof
  great:geweldige,prima,super good:goed,goede,goeie better:beter,betere best:beste bad:slecht,slechte,erg
  worse:erger,slechter nice:aardig,fijn,lekker,fijne beautiful:mooi,mooie,prachtig big:groot,grote,enorm,enorme
  bigger:grotere,groter small:klein,kleine long:lang,lange short:kort,korte new:nieuw,nieuwe old:oud,oude
  young:jong,jonge,jongeren hard:moeilijk,moeilijke,zwaar,lastig easy:makkelijk,gemakkelijk,eenvoudig,simpel
  fast:snel,snelle,sneller slow:langzaam,traag strong:sterk,sterke weak:zwak high:hoog,hoge low:laag,lage
  deep:diep,diepe full:vol,volle empty:leeg free:vrij,gratis,vrijheid important:belangrijk,belangrijke,belangrijkste
  special:bijzonder,bijzondere,speciaal normal:normaal,gewoon,normale usually:meestal,normaal_gesproken
  true:waar_is,echt,waarheid,echte false:vals,nep wrong:fout,verkeerd,mis honest:eerlijk,eerlijk_gezegd
  real:werkelijk,werkelijkheid clear:duidelijk,helder sure:zeker,vast complex:ingewikkeld,complex possible:mogelijk
  impossible:onmogelijk necessary:noodzakelijk different:anders,verschillend,verschillende
  difference:verschil,verschillen similar:vergelijkbaar,soortgelijk public:openbaar,publiek private:privé own:eigen
  whole:hele,heel,geheel only:alleen,slechts,enige,enkel personal:persoonlijk,persoonlijke serious:serieus,ernstig
  dangerous:gevaarlijk,gevaar risk:risico safe:veilig security:veiligheid power:macht,kracht,energie success:succes
  successful:succesvol fail:falen,mislukt,mislukken failure:mislukking mistake:fouten,vergissing lesson:les,lessen
  experience:ervaring,ervaringen,meegemaakt,meemaken skill:vaardigheid,vaardigheden talent:talent
  decide:besluiten,besloten,beslissen decision:besluit,beslissing,beslissingen,keuze choose:kies,kiezen,koos,gekozen
  advice:advies,tip,raad chance:kans,kansen challenge:uitdaging,uitdagingen crisis:crisis war:oorlog
  fight:vechten,gevecht,strijd,ruzie win:winnen,wint,won,gewonnen lose:verliezen,verlies,verloor,verloren
  death:dood,dode die:sterven,overleden,doodgaan kill:doden,vermoord,vermoorden sick:ziek,zieke disease:ziekte,ziektes
  health:gezondheid,gezond doctor:dokter,arts,artsen hospital:ziekenhuis body:lichaam head:hoofd brain:brein,hersenen
  heart:hart eye:oog,ogen hand:hand,handen face:gezicht foot:voet,been blood:bloed sleep:slapen,slaap
  eat:eten,eet,gegeten food:voedsel,voeding drink:drinken,drink,drank coffee:koffie water:water beer:bier wine:wijn
  music:muziek song:liedje,nummer_van game:spel,spelletje,wedstrijd play:spelen,speelt,gespeeld film:film,films
  picture:foto,foto's,beeld,beelden,plaatje art:kunst,kunstenaar sport:sport football:voetbal train:trein,trainen
  travel:reizen,reis holiday:vakantie mind:geest soul:ziel god:god church:kerk sun:zon sea:zee tree:boom,bomen
  animal:dier,dieren dog:hond,honden cat:kat nature:natuur,natuurlijk_milieu earth:aarde,grond climate:klimaat
  environment:milieu,omgeving science:wetenschap,wetenschappers,wetenschappelijk
  research:onderzoek,onderzoeker,onderzoekers technology:technologie,techniek machine:machine computer:computer
  artificial:kunstmatige intelligence:intelligentie data:gegevens,data network:netwerk phone:telefoon,mobiel
  user:gebruiker,gebruikers tool:hulpmiddel,gereedschap model:model,modellen program:programma,programmeren store:winkel
  screen:scherm key:sleutel system:systeem,systemen time:tijd,tijden year:jaar,jaren day:dag,dagen week:week,weken
  month:maand,maanden hour:uur,uren minute:minuut,minuten second:seconde,tweede today:vandaag tomorrow:morgen
  yesterday:gisteren morning:ochtend evening:avond night:nacht now:nu then:dan,vervolgens soon:straks,binnenkort,gauw
  late:laat_op later:later,latere earlier:vroeger,eerder immediately:meteen,direct,gelijk,onmiddellijk
  suddenly:opeens,ineens,plotseling first:eerst,eerste last:laatst,laatste next:volgende third:derde future:toekomst
  past:verleden,voorbij century:eeuw monday:maandag friday:vrijdag saturday:zaterdag sunday:zondag summer:zomer
  winter:winter always:altijd often:vaak sometimes:soms,af_en_toe again:weer,opnieuw,nog_een_keer already:al,reeds
  still:nog,steeds,nog_steeds maybe:misschien,wellicht probably:waarschijnlijk definitely:absoluut,zeker_weten,sowieso
  really:echt_waar,echt_heel actually:eigenlijk,feitelijk,in_feite very:heel_erg,zeer,hele_mooie too:te_veel,ook_nog
  also:ook even:zelfs just:net,even,gewoon_even,maar_gewoon quite:best,vrij_veel,behoorlijk almost:bijna
  at_least:minstens,tenminste,in_ieder_geval more:meer less:minder most:meeste much:veel many:veel_mensen,velen
  few:weinig,paar little:beetje,een_beetje enough:genoeg several:verscheidene,meerdere some:sommige,enkele,wat_van
  all:alle,allemaal everything:alles everyone:iedereen every:elke,elk,ieder,iedere something:iets someone:iemand
  nothing:niets,niks nobody:niemand never:nooit no:nee,geen not:niet other:ander,andere,anderen
  same:zelfde,hetzelfde,dezelfde such:zulke,zo'n both:beide,allebei together:samen alone:in_je_eentje self:zelf,zichzelf
  each_other:elkaar,mekaar yes:ja,jazeker yeah:ja_precies exactly:precies,exact right:toch,klopt,juist
  okay:oké,ok,nou_goed well:nou,nou_ja,tja oh:oh,o um:eh,uh,ehm thanks:bedankt,dank,dankjewel
  please:alsjeblieft,alstublieft hello:hallo,hoi,hé,dag_allemaal sorry:sorry,pardon welcome:welkom
  of_course:natuurlijk,uiteraard,tuurlijk there:er,daar here:hier up:omhoog,boven down:omlaag,beneden,neer back:terug
  away:weg out:eruit,uiteen in_it:erin with_it:ermee,daarmee,hiermee about_it:erover,daarover for_it:ervoor,daarvoor
  of_it:ervan,daarvan,hiervan at_it:eraan,daaraan,erbij,daarbij therefore:daarom,vandaar thereby:daardoor,waardoor
  left:links right_side:rechts front:voorkant,vooruit,voren side:kant,zijde far:ver near:dichtbij,vlakbij
  for_example:bijvoorbeeld kind_of:soort,een_soort,een_beetje_van basically:in_principe,in_wezen,eigenlijk_gewoon
  especially:vooral,met_name instead:in_plaats anyway:hoe_dan_ook by_the_way:trouwens,overigens
  unfortunately:helaas,jammer obviously:duidelijk_is literally:letterlijk completely:helemaal,volledig,compleet,totaal
  more_or_less:min_of_meer on_the_other_hand:aan_de_andere_kant at_the_same_time:tegelijkertijd,tegelijk
  at_all:überhaupt,helemaal_niet somehow:een_of_andere_manier two:twee three:drie four:vier five:vijf six:zes
  seven:zeven eight:acht nine:negen ten:tien eleven:elf twelve:twaalf twenty:twintig thirty:dertig forty:veertig
  fifty:vijftig hundred:honderd thousand:duizend million:miljoen billion:miljard half:half,helft,halve percent:procent
  number:nummer,getal,aantal once:keer,een_keer,eens times:keren one:één,eentje,men people:mensen,lui,volk
  human:mens,menselijk person:persoon man:man,mannen,vent woman:vrouw,vrouwen guy:gast,gozer,jongens child:kind,kinderen
  boy:jongen girl:meisje,meisjes,meid family:familie,gezin father:vader,papa mother:moeder,mama parents:ouders
  brother:broer,broers sister:zus,zusje son:zoon daughter:dochter husband:echtgenoot wife:mijn_vrouw
  friend:vriend,vrienden,vriendin,vriendschap colleague:collega,collega's boss:baas,leidinggevende
  employee:werknemer,werknemers,medewerker,medewerkers customer:klant,klanten partner:partner,partners member:lid,leden
  team:team,ploeg group:groep,groepen community:gemeenschap society:samenleving,maatschappij
  company:bedrijf,bedrijven,onderneming business:zaken,zaak,handel founder:oprichter,oprichters
  found:opgericht,oprichten entrepreneur:ondernemer,ondernemers,ondernemen investor:investeerder,investeerders
  invest:investeren,investering money:geld price:prijs,prijzen cost:kosten,kost expensive:duur,dure cheap:goedkoop
  pay:betalen,betaalt,betaald buy:kopen,koopt,kocht,gekocht sell:verkopen,verkoopt,verkocht,verkoop profit:winst
  loss:verliezen_van market:markt economy:economie,economisch tax:belasting,belastingen salary:salaris,loon bank:bank
  debt:schuld,schulden poor:arm,arme,armoede rich:rijk,rijke product:product,producten service:dienst,diensten
  offer:aanbod,aanbieden brand:merk,merken advertising:reclame career:carrière,loopbaan project:project,projecten
  task:taak,taken,opdracht plan:plan,plannen goal:doel,doelen,doelstelling idea:idee,ideeën thing:ding,dingen
  stuff:spul,spullen part:deel,delen,stuk,stukje place:plaats,plek,plekken way:manier,manieren point:punt,punten
  problem:probleem,problemen solution:oplossing,oplossingen solve:oplossen,opgelost reason:reden,redenen,oorzaak
  example:voorbeeld,voorbeelden case:geval,gevallen story:verhaal,verhalen history:geschiedenis world:wereld
  country:land,landen city:stad,steden village:dorp house:huis,huizen home:thuis room:kamer,ruimte door:deur window:raam
  car:auto,auto's street:straat law:wet,recht,wetten court:rechtbank government:overheid,regering,staat
  politics:politiek,politieke,politici party:partij,feest election:verkiezingen police:politie president:president
  right_to:rechten responsibility:verantwoordelijkheid,verantwoordelijk rule:regel,regels contract:contract
  control:controle,controleren trust:vertrouwen,vertrouw respect:respect value:waarde,waarden meaning:betekenis
  quality:kwaliteit effort:moeite,inspanning result:resultaat,resultaten effect:effect,gevolg,gevolgen influence:invloed
  pressure:druk,stress balance:balans,evenwicht limit:grens,grenzen method:methode process:proces,processen
  step:stap,stappen strategy:strategie structure:structuur level:niveau relationship:relatie,relaties,verhouding
  marriage:huwelijk married:getrouwd,trouwen divorce:scheiding,gescheiden birth:geboorte,geboren age:leeftijd
  generation:generatie,generaties culture:cultuur behavior:gedrag attitude:houding habit:gewoonte
  meet:ontmoeten,ontmoet,tegenkomen meeting:vergadering,afspraak visit:bezoek,bezoeken event:evenement,gebeurtenis
  invite:uitnodigen,uitgenodigd interview:interview,sollicitatie hire:aannemen,aangenomen
  fire:vuur,ontslaan,ontslagen,brand topic:onderwerp,onderwerpen,thema content:inhoud news:nieuws newspaper:krant
  media:media episode:aflevering,afleveringen record:opnemen,opname,opgenomen share:delen_we,gedeeld
  message:bericht,boodschap remember:herinner,herinneren,onthouden forget:vergeten,vergeet memory:herinnering,geheugen
  notice:merk_ik,merken_we,merkte,opvallen realize:besef,beseffen,realiseren expect:verwacht,verwachten,verwachting
  imagine:voorstellen,stel_je_voor consider:overwegen compare:vergelijken accept:accepteren,aanvaarden
  agree:eens_met,mee_eens disagree:oneens depend:hangt_af,afhankelijk,afhangen matter:maakt_uit,uitmaken
  belong:hoort_bij,behoren seem:lijkt,lijken,leek,blijkt,blijken exist:bestaat,bestaan lack:ontbreekt,gebrek,missen
  join:meedoen,deelnemen achieve:bereiken,bereikt produce:produceren,productie attention:aandacht,opletten
  focus:focus,concentreren curious:nieuwsgierig,benieuwd creative:creatief smart:slim,slimme,intelligent
  stupid:dom,stom,domme nonsense:onzin shit:shit,verdomme brave:moed,moedig,dapper proud:trots ashamed:schaamte,schamen
  guilty:schuldig jealous:jaloers lonely:eenzaam tired:moe,vermoeid pain:pijn suffer:lijden,last_van patience:geduld
  critical:kritisch,kritiek extreme:extreem principle:principe detail:detail,details fact:feit,feiten
  proof:bewijs,bewijzen doubt:twijfel,twijfelen secret:geheim enemy:vijand competition:concurrentie,concurrent
  advantage:voordeel,voordelen disadvantage:nadeel,nadelen industry:industrie,sector middle:midden line:lijn list:lijst
  color:kleur,kleuren red:rood,rode green:groen,groene black:zwart,zwarte white:wit,witte light:licht,lichte dark:donker
  hot:warm,warme cold:koud,koude paper:papier clothes:kleren,kleding table:tafel bed:bed kitchen:keuken cook:koken
  cut:snijden,knippen sing:zingen,zanger dance:dansen fly:vliegen,vliegtuig drive:rijden,rijdt,gereden
  hit:slaan,geslagen save:redden,sparen,gered steal:stelen,gestolen protect:beschermen,bescherming
  attack:aanvallen,aanval defend:verdedigen promise:beloven,beloofd,belofte force:dwingen,gedwongen avoid:vermijden
  prevent:voorkom allow:toestaan,toegestaan order:orde,bestellen,volgorde require:vereisen,eisen check:checken,nakijken
  measure:meten,maatregel,maatregelen connect:verbinden,verbinding replace:vervangen add:toevoegen
  remove:verwijderen,weghalen repeat:herhalen quit:opgeven,kappen react:reageren,reactie recognize:herkennen,erkennen
  discover:ontdekken,ontdekt,ontdekking invent:uitvinden,verzinnen,uitgevonden inspire:inspireren,inspiratie
  convince:overtuigen,overtuigd enjoy:genieten,geniet bother:storen complain:klagen forgive:vergeven celebrate:vieren
  birthday:verjaardag gift:cadeau,cadeautje christmas:kerst situation:situatie,situaties
  condition:voorwaarde,omstandigheden perspective:perspectief foreign:buitenland,buitenlands,vreemde_taal
  democracy:democratie citizen:burger,burgers neighbor:buurman,buren,buurt area:gebied,regio weapon:wapen,wapens
  soldier:soldaat prison:gevangenis victim:slachtoffer,slachtoffers lawyer:advocaat judge:rechter,oordelen,oordeel
  care:zorg,verzorgen worth:waard noise:lawaai,geluid_van quiet:stil,rustig,rust voice:stem sound:geluid,klinkt
  terrible:verschrikkelijk,vreselijk perfect:perfect,perfecte wonderful:heerlijk,schitterend ready:klaar_voor
  busy:druk_met,bezig lazy:lui_zijn clean:schoon,schoonmaken traditional:traditioneel,traditie digital:digitaal,digitale
  independent:onafhankelijk,zelfstandig professional:professioneel expert:deskundige,experts manager:directeur
  office:kantoor efficient:efficiënt innovation:innovatie absurd:absurd,belachelijk main:voornaamste,hoofdzaak
  famous:beroemd,bekend,bekende favorite:favoriet rather:liever philosophy:filosofie psychology:psychologie,psycholoog
  therapy:therapie depression:depressie,depressief drug:drugs medicine:medicijn,medicijnen aware:bewust,bewustzijn
  guess:raden,gok hide:verbergen,verstoppen close:sluiten,dicht,gesloten open:open,openen,opent turn:draaien,draait
  push:duwen throw:gooien,gooit launch:lanceren break:breken,kapot,pauze fall:vallen,valt,viel
  rise:stijgen,stijging,toenemen reduce:verminderen carry:dragen,draagt sit:zitten,zit,zat stand:staan,stond
  lie:liggen,ligt,lag,leugen run:rennen,loopt,lopen_hard walk:lopen,liep,wandelen escape:ontsnappen
  information:informatie bring:brengen,bracht,gebracht put:zetten,zet,leggen,legt,gelegd,stellen,stel
  keep:houden,hield,gehouden,bewaren lead:leiden,leidt,leiding leader:leider,leiders grow:groeien,groeit,gegroeid,groei
  change:veranderen,verandert,veranderd,verandering improve:verbeteren,verbetering develop:ontwikkelen,ontwikkeld
  development:ontwikkeling developer:ontwikkelaar,ontwikkelaars build:bouwen,bouwt,gebouwd
  create:creëren,maken_van,scheppen manage:beheren,lukt,lukken,gelukt support:steunen,steun,ondersteuning
  follow:volgen,volgt,gevolgd move:bewegen,verhuizen,verhuisd so:zo indeed:wel,inderdaad gladly:graag name:naam
  ever:ooit as_if:alsof further:verder so_that:zodat need:hoef,hoeft,hoeven such_a_thing:zoiets everywhere:overal
  nowhere:nergens the_one:degene quite:nogal,best_wel about:ongeveer because_of:vanwege as_long_as:zolang unless:tenzij
  pull:trekken,trek,trok school:schooltijd self:jezelf,mezelf,onszelf open:opengemaakt disappear:verdwijnen,verdwenen
  useful:nuttig,handig useless:nutteloos current:huidig,huidige previous:vorige,voorgaande general:algemeen,algemene
  specific:specifiek listener:luisteraars_van guest:gasten audience:publiek_van damage:schade space:ruimte_voor role:rol
  social:sociaal,sociale author:schrijver,auteur stage:podium,fase amount:hoeveelheid deal:omgaan,omgang reach:bereik
  turn_out:bleek,gebleken arrange:regelen,regelt,geregeld succeed:lukt_het easy:makkelijker,eenvoudige
  completely:volkomen half_year:halfjaar approach:aanpak
`;
