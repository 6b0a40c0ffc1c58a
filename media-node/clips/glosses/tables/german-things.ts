// What words of German are in English: people, things, deeds and how they are (see ../read-gloss).

export const GERMAN_THINGS = `
  people:leute,leuten,menschen,personen,volk human:mensch,menschlich,menschliche person:person,persönlichkeit
  man:mann,typ,kerl,männer woman:frau,frauen,weiblich guy:typen,jungs,kumpel child:kind,kinder,kindern,kindheit
  boy:junge girl:mädchen family:familie,familien father:vater,papa,papi mother:mutter,mama,mami parents:eltern
  brother:bruder,brüder sister:schwester son:sohn,söhne daughter:tochter,töchter husband:ehemann wife:ehefrau
  friend:freund,freunde,freunden,freundin,freundschaft colleague:kollege,kollegen,kollegin,kolleginnen
  boss:chef,chefin,vorgesetzter,boss employee:mitarbeiter,mitarbeiterin,mitarbeitern,angestellte,arbeitnehmer
  employer:arbeitgeber customer:kunde,kunden,kundin,kundschaft partner:partner,geschäftspartner
  member:mitglied,mitglieder team:team,mannschaft group:gruppe,gruppen community:gemeinschaft,gemeinde
  society:gesellschaft,gesellschaftlich company:firma,firmen,unternehmen,betrieb,konzern
  business:geschäft,geschäfte,geschäftlich,wirtschaft,gewerbe founder:gründer,gründerin,gründern
  found:gründen,gegründet,gründung,gründete investor:investor,investoren,geldgeber
  invest:investieren,investiert,investition,investitionen,anlegen money:geld,gelder,kohle,finanziell euro:euro,euros
  price:preis,preise,preisen cost:kosten,kostet,gekostet,kostenlos expensive:teuer,teure,teurer
  cheap:billig,günstig,günstiger pay:zahlen,bezahlen,bezahlt,zahlt,zahle,gezahlt,bezahlung
  buy:kaufen,kauft,gekauft,kauf,einkaufen sell:verkaufen,verkauft,verkauf,verkäufe,vertrieb sales:umsatz,umsätze
  profit:gewinn,gewinne,profitabel,rentabel loss:verlust,verluste market:markt,märkte,marktplatz
  economy:ökonomie,volkswirtschaft tax:steuer,steuern salary:gehalt,gehälter,lohn,löhne budget:etat,haushalt
  bank:bank,banken debt:schulden,verschuldet poor:arm,arme,armut rich:reich,reiche,reichtum
  product:produkt,produkte,produkten,erzeugnis service:dienst,dienstleistung,dienstleistungen
  offer:angebot,angebote,anbieten,bietet,bieten,geboten brand:marke,marken advertising:werbung,reklame,anzeige
  job:job,jobs,stelle,beruf,berufe work:arbeit,arbeiten,arbeitet,gearbeitet,funktioniert,funktionieren,klappt,klappen
  career:karriere,laufbahn,werdegang profession:beruflich,berufsleben project:projekt,projekte,vorhaben
  task:aufgabe,aufgaben,auftrag plan:plan,pläne,planen,geplant,planung goal:ziel,ziele,zielen,zielsetzung
  idea:idee,ideen,einfall thing:ding,dinge,sache,sachen,dingen stuff:zeug,zeugs,kram,dinger
  part:teil,teile,bereich,anteil,bestandteil place:ort,platz,orte,plätze,stelle_im
  way:wege,art,weise,art_und_weise,möglichkeit point:punkt,punkte,stelle_wo
  problem:problem,probleme,problemen,schwierigkeit,problematisch question:frage,fragen_wir,fragestellung
  ask:fragen,frage_ich,fragt,gefragt,fragte,nachfragen answer:antwort,antworten,antwortet,beantworten,beantwortet
  solution:lösung,lösungen solve:lösen,löst,gelöst reason:grund,gründe,ursache,anlass example:beispiel,beispiele,vorbild
  case:fall,fälle,fällen story:geschichte,geschichten,erzählung history:historie,historisch life:leben,lebens,alltag
  live:lebt,lebte,gelebt,wohnen,wohnt,wohnst,wohne,gewohnt world:welt,welten,weltweit country:land,länder,ländern,staat
  city:stadt,städte,ort_in house:haus,häuser,zuhause,hause,heim home:nach_hause,zu_hause,daheim room:raum,zimmer,räume
  door:tür,türen window:fenster car:auto,autos,wagen,fahrzeug train:zug,züge,bahn plane:flugzeug,flieger bike:fahrrad
  street:straße,straßen school:schule,schulen,schüler university:universität,uni,hochschule
  student:student,studenten,studierende,studentin study:studium,studieren,studiert,studie,studien
  teacher:lehrer,lehrerin,dozent learn:lernen,gelernt,lernt,lerne,dazugelernt
  teach:beibringen,lehren,unterrichten,beigebracht book:buch,bücher,büchern letter:brief,buchstabe page:seite,seiten
  word:wort,worte,wörter,worten sentence:satz,sätze language:sprache,sprachen,sprachlich
  german:deutsch,deutsche,deutschen,deutscher germany:deutschland,bundesrepublik english:englisch,englische,englischen
  europe:europa,europäische,europäisch america:amerika,usa,amerikanisch,amerikaner france:frankreich
  china:chinesisch,chinesen
  know:wissen,weiß,weißt,wusste,wussten,gewusst,wüsste,kennen,kenne,kennt,kennst,kannte,gekannt,kennengelernt
  think:denken,denkt,denke,denkst,dachte,dachten,gedacht,glauben,glaube,glaubst,glaubt,geglaubt,nachdenken
  believe:glaubte,der_überzeugung,überzeugt mean:meint,meinst,meinte,gemeint,heißt,bedeutet,bedeuten,heißen
  opinion:meinung,meinungen,ansicht say:sagen,sagt,sage,sagst,sag,aussage said:sagte,sagten,gesagt,meinte_er
  tell:erzählen,erzählt,erzähl,erzählst,erzählte,verraten talk:reden,redet,rede,gespräch,gespräche,unterhalten,vortrag
  speak:sprechen,spricht,sprach,gesprochen,ansprechen,spreche discuss:diskutieren,diskussion,besprechen,diskutiert
  explain:erklären,erklärt,erkläre,erläutern,erklärung describe:beschreiben,beschrieben,beschreibt,beschreibung
  call:nennen,nennt,genannt,anrufen,ruft,anruf,angerufen,telefonieren,telefonat name:name,namen,namens
  listen:zuhören,hört_zu,zuhörer,anhören hear:hören,hört,gehört,hörte,höre see:sehen,sieht,siehst,sehe,sah,gesehen,sahen
  watch:schauen,schaut,schau,geschaut,gucken,guckt,geguckt,anschauen,angeschaut,angucken
  look:aussehen,sieht_aus,blick,ansehen,angesehen,blicken find:finden,findet,findest,fand,fanden,gefunden,finde
  search:suchen,sucht,suche,gesucht show:zeigen,zeigt,gezeigt,zeigte read:lesen,liest,las,gelesen,lese
  write:schreiben,schreibt,schrieb,geschrieben,schreibe make:machen,macht,mache,machst,machte do:tun,tut,tue,tust
  made:gemacht,gemachte did:tat,taten done:getan,erledigt give:geben,gibt,gib,gebe,gegeben,gab,gaben,vergeben
  get:bekommen,bekommt,bekam,kriegen,kriegt,gekriegt,erhalten,erhält,kriegst,bekommst
  take:nehmen,nimmt,nimm,nahm,genommen,nehme,mitnehmen,dauert,dauern
  bring:bringen,bringt,brachte,gebracht,mitbringen,mitgebracht
  put:stellen,legen,gelegt,gestellt,stellt,setzen,setzt,gesetzt,packen,gesteckt
  go:gehen,geht,gehst,gehe,geh,ging,gingen,gegangen,fahren,fährt,fuhr,gefahren went:ging_es,ging_ich
  come:kommen,kommt,komm,komme,kommst,gekommen came:kam,kamen
  leave:verlassen,verlässt,weggehen,verließ,rausgehen,abhauen stay:bleiben,bleibt,blieb,geblieben,bleibe
  move:bewegen,umziehen,bewegt,bewegung,umgezogen,umzug run:laufen,läuft,lief,gelaufen,rennen,rennt,führen_wir
  walk:spazieren,spaziergang sit:sitzen,sitzt,saß,gesessen stand:stehen,steht,stand,gestanden,stehe
  lie:liegen,liegt,lag,gelegen,lügen,lüge,gelogen fall:fallen,fällt,fiel,gefallen_ist,sturz
  turn:drehen,dreht,gedreht,umdrehen open:offen,öffnen,geöffnet,aufmachen,eröffnet
  closed:geschlossen,zu_gemacht,schließen,zumachen hold:halten,hält,hielt,gehalten,festhalten
  keep:behalten,beibehalten,behält,dranbleiben carry:tragen,trägt,trug,getragen pull:ziehen,zieht,zog,gezogen
  push:drücken,schieben,gedrückt throw:werfen,wirft,geworfen,warf,wegwerfen
  break:brechen,kaputt,bricht,gebrochen,zerbrochen,pause,pausen build:bauen,baut,gebaut,aufbauen,aufgebaut,aufbau
  create:schaffen,erschaffen,erstellen,erstellt,erzeugen,schuf
  manage:geschafft,schafft,schaffe,hinkriegen,hinbekommen,leiten,leitet,geleitet
  lead:führen,führt,geführt,führte,führung leader:führungskraft,führungskräfte,leiter,anführer
  follow:folgen,folgt,gefolgt,verfolgen help:helfen,hilft,half,geholfen,hilfe,hilfreich
  support:unterstützen,unterstützt,unterstützung,fördern
  need:brauchen,braucht,brauche,brauchst,gebraucht,bedarf,benötigen,benötigt
  use:benutzen,nutzen,nutzt,genutzt,benutzt,verwenden,verwendet,nutzung,anwenden,einsetzen
  try:versuchen,versucht,versuche,versuch,probieren,probiert,ausprobieren,ausprobiert
  test:testen,getestet,prüfen,prüfung
  change:ändern,ändert,geändert,verändern,verändert,änderung,veränderung,wandel,wechseln,gewechselt
  improve:verbessern,verbessert,verbesserung grow:wachsen,wächst,gewachsen,wuchs growth:wachstum
  develop:entwickeln,entwickelt,weiterentwickeln development:entwicklung,entwicklungen
  developer:entwickler,entwicklern,entwicklerin,programmierer increase:steigern,erhöhen,erhöht,steigt,gestiegen,zunehmen
  reduce:reduzieren,senken,verringern,gesenkt,sinkt
  happen:passieren,passiert,geschehen,geschieht,passierte,vorkommen,stattfinden
  feel:fühlen,fühlt,fühle,gefühlt,spüren,empfinden feeling:gefühl,gefühle,emotion,emotional,bauchgefühl
  love:lieben,liebt,liebe,geliebt,verliebt hate:hassen,hass,hasst hope:hoffen,hoffe,hoffnung,hoffentlich,hofft
  wish:wünschen,wünsche,wunsch,wünscht dream:traum,träume,träumen fear:angst,ängste,furcht,befürchten,fürchten
  afraid:ängstlich,habe_angst,angst_haben worry:sorge,sorgen,sorgt
  happy:glücklich,froh,freuen,freue,freut,gefreut,zufrieden luck:glück,pech,zufall sad:traurig,trauer
  angry:wütend,sauer,wut,ärger,ärgern,geärgert,nervt,nervig
  surprise:überraschung,überrascht,überraschend,erstaunlich,erstaunt
  surprisingly:überraschenderweise,erstaunlicherweise,verblüffend shock:schock,schockiert,schockierend,entsetzt
  excited:aufgeregt,gespannt,begeistert,begeisterung exciting:spannend,spannende,aufregend
  interesting:interessant,interessante,interessanter interest:interesse,interessiert,interessieren
  boring:langweilig,langeweile funny:lustig,lustige,witzig,komisch fun:spaß,vergnügen,freude
  laugh:lachen,lacht,gelacht,lachte laughs:gelächter joke:witz,witze,scherz cry:weinen,heulen,geweint
  crazy:verrückt,wahnsinn,irre,wahnsinnig,crazy weird:seltsam,merkwürdig,eigenartig,skurril strange:komische,fremd
  amazing:unglaublich,fantastisch,großartig,wahnsinnig_gut,genial cool:cool,geil,coole,lässig
  great:toll,super,klasse,prima,tolle,großartige,mega good:gut,gute,guten,gutes,guter,gutem
  better:besser,bessere,besseren best:beste,besten,bester,bestes,am_besten
  bad:schlecht,schlechte,schlimm,schlechten,übel,böse worse:schlimmer,schlechter
  worst:schlimmste,schlimmsten,schlechteste beautiful:schön,schöne,schönes,schönen,wunderschön
  nice:nett,nette,freundlich ugly:hässlich big:groß,große,großen,großes,großer,riesig bigger:größer,größere
  biggest:größte,größten small:klein,kleine,kleinen,kleines,kleiner smaller:geringer
  long:lang,lange,langen,langes,länger short:kurz,kurze,kurzen,kürzer new:neu,neue,neuen,neues,neuer,neulich
  old:alt,alte,alten,älter,alter_mann young:jung,junge_leute,jungen,jünger,jugend,jugendliche
  hard:schwer,hart,schwierig,harte,schwere,anstrengend,mühsam difficult:schwierige,kompliziert,knifflig
  easy:leicht,einfache,einfacher,einfachen,simpel fast:schnell,schnelle,schneller,rasch slow:langsam,langsamer
  quickly:schnellstens strong:stark,starke,stärker,stärke,kräftig weak:schwach,schwäche,schwächen
  high:hoch,hohe,hohen,hoher,höher low:niedrig,tief,niedriger deep:tiefe,tiefer full:voll,volle,vollen empty:leer,leere
  free:frei,freie,freiheit,kostenlose freedom:freiheiten
  important:wichtig,wichtige,wichtigen,wichtiger,entscheidend,wesentlich
  most_important:wichtigste,wichtigsten,am_wichtigsten special:besondere,besonders,speziell,besonderes
  normal:normal,normale,üblich,gewöhnlich usually:normalerweise,meistens,in_der_regel,meist,üblicherweise
  true:wahr,wahre,echte,echten truth:wahrheit,ehrlichkeit false:falsch,falsche,falschen wrong:verkehrt,liegt_falsch
  honest:ehrlich,ehrlich_gesagt,aufrichtig,offen_gestanden real:real,reale,realität,wirklichkeit
  clear:klar_ist,eindeutig,deutlich,offensichtlich sure:sicher,sicherlich,bestimmte simple:schlicht,simple
  complex:komplex,komplexe,komplexität possible:möglich,mögliche,möglicherweise impossible:unmöglich
  necessary:notwendig,nötig,erforderlich
  different:anders,unterschiedlich,unterschiedliche,verschieden,verschiedene,verschiedenen
  difference:unterschied,unterschiede similar:ähnlich,ähnliche common:gemeinsamkeit,gemein rare:selten,seltene
  public:öffentlich,öffentliche,öffentlichkeit private:privat,private
  own:eigene,eigenen,eigenes,eigener,besitzen,besitzt whole:ganze,ganzen,ganzes,gesamt,gesamte,komplett
  only_one:einzige,einzigen,einziger,einzig personal:persönlich,persönliche simple_thing:kleinigkeit
  serious:ernst,ernsthaft,seriös dangerous:gefährlich danger:gefahr risk:risiko,risiken,riskieren,riskant safe:geschützt
  security:sicherheit power:macht_haben,kraft,kräfte,energie,strom powerful:mächtig,kraftvoll success:erfolg,erfolge
  successful:erfolgreich,erfolgreiche fail:scheitern,gescheitert,scheitert,versagen,versagt
  failure:misserfolg,niederlage,fehlschlag mistake:fehler,fehlern,irrtum error:fehlermeldung
  lesson:lektion,lehre_daraus,erkenntnis,erkenntnisse experience:erfahrung,erfahrungen,erlebnis,erlebt,erfahren,erleben
  skill:fähigkeit,fähigkeiten,können_ist talent:begabung
  decide:entscheiden,entschieden,entscheidet,beschließen,beschlossen decision:entscheidung,entscheidungen
  choose:wählen,wählt,gewählt,auswählen,ausgesucht,aussuchen choice:wahl,auswahl
  advice:rat,ratschlag,tipp,tipps,empfehlung recommend:empfehlen,empfehle,raten chance:chance,chancen,gelegenheit
  opportunity:möglichkeiten challenge:herausforderung,herausforderungen,herausfordernd crisis:krise,krisen
  war:krieg,kriege fight:kämpfen,kampf,kämpft,streit,streiten,gekämpft win:gewinnen,gewinnt,gewonnen,gewann,sieg
  lose:verlieren,verliert,verloren,verlor death:tod,tote die:sterben,stirbt,gestorben,starb,umgebracht dead:tot,toten
  kill:töten,umbringen,getötet sick:krank,kranke disease:krankheit,krankheiten health:gesundheit,gesund,gesundheitlich
  doctor:arzt,ärzte,ärztin,doktor hospital:krankenhaus,klinik body:körper,körperlich head:kopf,köpfe brain:gehirn,hirn
  heart:herz,herzen,herzlich eye:auge,augen hand:hand,hände face:gesicht,gesichter back:rücken foot:fuß,füße,bein,beine
  blood:blut sleep:schlafen,schläft,geschlafen,schlaf eat:essen,isst,gegessen,aß,ernährung
  food:lebensmittel,nahrung,speise drink:trinken,trinkt,getrunken,getränk coffee:kaffee water:wasser wine:wein beer:bier
  music:musik,musikalisch song:lied,lieder,song game:spiel,spiele play:spielen,spielt,gespielt film:film,filme,kino
  picture:bild,bilder,foto,fotos art:kunst,künstler,künstlerin sport:sport,sportler,sportlich football:fußball
  train:trainieren,trainiert travel:reisen,reise,gereist,urlaub,unterwegs mind:geist,verstand,geistig soul:seele
  god:gott,gottes church:kirche,glaube_an weather:wetter sun:sonne sky:himmel sea:meer,see mountain:berg,berge
  tree:baum,bäume,wald animal:tier,tiere dog:hund,hunde cat:katze,katzen nature:natur,natürlich_gewachsen
  earth:erde,boden climate:klima,klimawandel environment:umwelt,umfeld,umgebung energy:energien,energiewende
  science:wissenschaft,wissenschaftlich,wissenschaftler research:forschung,forschen,forscher,erforschen
  technology:technologie,technik,technisch,technologien machine:maschine,maschinen computer:rechner,computer
  artificial:künstlich,künstliche intelligence:intelligenz ai:ki data:daten,datensatz file:datei,dateien
  network:netzwerk,netz,netzwerke device:gerät,geräte phone:handy,telefon,smartphone website:webseite,internetseite
  system:system,systeme,systemen user:nutzer,benutzer,anwender tool:werkzeug,werkzeuge model:modell,modelle,vorbilder
  version:variante,fassung code:quellcode software:programme program:programm,programmieren,programmiert
  error_message:absturz store:speichern,gespeichert,laden,geschäfte_in print:drucken screen:bildschirm key:schlüssel
  law:gesetz,gesetze,recht_auf,rechtlich court:gericht government:regierung,behörde,behörden
  politics:politik,politisch,politiker,politische party:partei,parteien,feier,fete election:wahlen police:polizei
  president:präsident minister:kanzler,ministerin right_to:rechte,rechten
  responsibility:verantwortung,verantwortlich,zuständig rule:regel,regeln,regelung contract:vertrag,verträge
  power_to:gewalt control:kontrolle,kontrollieren,steuern_wir trust:vertrauen,vertraut,vertraue
  respect:respekt,respektieren value:wert,werte,werten,wertvoll meaning:bedeutung,sinn,sinnvoll purpose:zweck,zwecke
  quality:qualität effort:aufwand,mühe,bemühen result:ergebnis,ergebnisse,resultat
  effect:wirkung,auswirkung,auswirkungen,effekt influence:einfluss,beeinflussen,beeinflusst
  pressure:druck,stress,stressig balance:gleichgewicht,ausgleich,ausgeglichen limit:grenze,grenzen,begrenzt
  strength:stärken motivation:motivieren,motiviert,antrieb,ansporn method:methode,methoden,vorgehen
  process:prozess,prozesse,verfahren,ablauf step:schritt,schritte,stufe strategy:strategie,strategien,strategisch
  concept:konzept,konzepte,begriff theory:theorie practice:praxis,üben,übung,praktisch experiment:experimentieren
  structure:struktur,strukturen,aufgebaut_ist level:ebene,niveau,ebenen position:posten
  relationship:beziehung,beziehungen,verhältnis marriage:ehe,heirat,hochzeit married:heiraten,verheiratet,geheiratet
  divorce:scheidung,getrennt,trennung,geschieden birth:geburt,geboren pregnant:schwanger age:alter
  generation:generation,generationen culture:kultur,kulturell behavior:verhalten,benehmen attitude:haltung,einstellung
  habit:gewohnheit,gewohnheiten meet:treffen,trifft,getroffen,traf,begegnen,begegnung
  meeting:besprechung,sitzung,termin,termine visit:besuch,besuchen,besucht event:veranstaltung,ereignis,veranstaltungen
  invite:einladen,eingeladen,einladung guest:gast,gäste welcome_to:begrüßen,herzlich_willkommen host:gastgeber,moderator
  listener:hörer,hörerinnen,zuhörerinnen interview:interview,vorstellungsgespräch apply:bewerben,bewerbung,beworben
  hire:einstellen,eingestellt,anstellen fire:feuer,entlassen,gekündigt,kündigen,kündigung,rausgeschmissen
  education:bildung,ausbildung course:kurs,kurse,lehrgang topic:thema,themen subject:fach,fachlich
  content:inhalt,inhalte article:artikel news:nachricht,nachrichten,neuigkeiten newspaper:zeitung media:medien
  magazine:zeitschrift episode:folge,ausgabe season:staffel,jahreszeit,saison
  record:aufnahme,aufnehmen,aufgenommen,rekord share:teilen,teilt,geteilt publish:veröffentlichen,veröffentlicht
  send:schicken,schickt,geschickt,senden,gesendet receive:empfangen email:mail,mails,e-mail message:botschaft
  account:konto remember:erinnern,erinnert,erinnere,merken forget:vergessen,vergisst,vergaß
  memory:erinnerung,erinnerungen,gedächtnis
  understand:verstehen,versteht,verstehe,verstanden,verstand_ich,begreifen,nachvollziehen
  understanding:verständnis,verständlich notice:bemerken,merkt,gemerkt,bemerkt,auffallen,aufgefallen
  realize:festgestellt,feststellen,klargeworden knowledge:kenntnis,kenntnisse,wissen_über
  expect:erwarten,erwartet,erwartung,erwartungen imagine:vorstellen,vorgestellt,stell_dir_vor,vorstellung
  consider:überlegen,überlegt,überleg,betrachten,betrachtet compare:vergleichen,vergleich,verglichen
  accept:akzeptieren,akzeptiert,annehmen,angenommen agree:zustimmen,einverstanden,einig,stimme_zu
  disagree:widersprechen,anderer_meinung depend:abhängen,hängt,abhängig,kommt_drauf_an,kommt_darauf_an
  matter:egal,drauf_an belong:gehören,gehört_zu seem:scheinen,scheint,schien,wirkt
  appear:erscheinen,erscheint,auftauchen,taucht remain:verbleiben exist:existieren,existiert,existenz
  include:beinhalten,enthalten,einschließlich lack:fehlen,fehlt,mangel,gefehlt
  miss:vermissen,verpassen,verpasst,vermisst wait:warten,wartet,gewartet,abwarten,warte start_up:gründung_von
  join:beitreten,mitmachen,teilnehmen,beteiligt,dabei,mit_dabei leave_job:ausgestiegen,aussteigen
  succeed:gelingen,gelungen,gelingt achieve:erreichen,erreicht,erzielen
  produce:produzieren,herstellen,produziert,hergestellt,produktion,hersteller deliver:liefern,geliefert,lieferung
  attention:aufmerksamkeit,achtung,aufpassen focus:fokus,fokussieren,konzentrieren,konzentriert,konzentration
  curious:neugierig,neugier creative:kreativ,kreative,kreativität smart:klug,schlau,intelligent,clever
  stupid:dumm,blöd,doof,dämlich,bescheuert nonsense:quatsch,unsinn,blödsinn,schwachsinn shit:scheiße,mist,verdammt
  ass:arsch,arschloch brave:mutig,mut,tapfer confident:selbstbewusst,selbstvertrauen,zuversicht proud:stolz
  ashamed:schämen,scham,peinlich guilty:schuldig,schuld jealous:neid,neidisch,eifersüchtig lonely:einsam,einsamkeit
  tired:müde,erschöpft burnout:ausgebrannt pain:schmerz,schmerzen,weh suffer:leiden,leidet,gelitten
  patience:geduld,geduldig critical:kritisch,kritik,kritisieren radical:radikal,extrem clearly:eindeutige
  completely:völlig,total,vollkommen,absolut,komplette basically:im_grunde,grundsätzlich,im_prinzip,prinzipiell
  especially:vor_allem,insbesondere,vor_allen_dingen generally:generell,allgemein,im_allgemeinen,insgesamt
  mostly:größtenteils,überwiegend at_least:mindestens,zumindest,wenigstens,immerhin
  more_or_less:mehr_oder_weniger,einigermaßen approximately:ungefähr,circa,rund hardly:kaum
  instead:stattdessen,statt,anstatt otherwise:ansonsten,sonst therefore:folglich,infolgedessen anyway:sowieso,ohnehin,eh
  besides:außerdem,zudem,darüber_hinaus except:außer,abgesehen unfortunately:leider,bedauerlicherweise
  apparently:anscheinend,offenbar,scheinbar obviously:offenkundig,logischerweise
  literally:buchstäblich,wörtlich,wortwörtlich directly:direkt,direkte together_with:samt
  currently:aktuell,aktuelle,derzeit,zurzeit permanently:dauerhaft,dauernd
  recently:kürzlich,vor_kurzem,letztens,neuerdings absolutely:unbedingt_notwendig slowly:allmählich,nach_und_nach
  consequence:konsequenz,konsequenzen,folge_davon principle:prinzip,prinzipien basis:grundlage,grundlagen,basis
  side:seite_an detail:detail,einzelheit,einzelheiten summary:zusammenfassung,zusammenfassen fact:tatsache,fakt,fakten
  proof:beweis,beweisen,bewiesen,nachweis claim:behaupten,behauptung,behauptet argument:argumente,argumentieren
  doubt:zweifel,zweifeln,bezweifle secret:geheimnis,geheim,heimlich trick:tricks,kniff magic:magie,zauber,magisch
  border:grenzen_zwischen enemy:feind,feinde,gegner competition:konkurrenz,wettbewerb,konkurrenten,wettbewerber
  advantage:vorteil,vorteile disadvantage:nachteil,nachteile benefit:nutzen_davon,profitieren,profitiert
  use_case:anwendungsfall,anwendung industry:industrie,branche factory:fabrik,werk farmer:bauer,landwirtschaft
  east:osten west:westen,westlich north:norden south:süden bottom:boden_der top:spitze,gipfel
  center:zentrum,mitte,mittelpunkt middle:mittlere,mittelstand corner:ecke line:linie,zeile,reihe list:liste,auflistung
  circle:kreis form:formen,formular color:farbe,farben red:rot,rote green:grün,grüne blue:blau black:schwarz,schwarze
  white:weiße,weißen gold:golden light:licht,lampe dark:dunkel,dunkelheit hot:heiß,heiße warm:wärme cold:kalt,kälte
  wind:wind snow:schnee rain:regen fire_up:brennen,brennt,gebrannt wood:holz stone:stein,steine glass:glas
  metal:metall,eisen paper:papier,zettel clothes:kleidung,klamotten,kleider shoes:schuhe bag:tasche,koffer
  table:tisch,tabelle chair:stuhl bed:bett kitchen:küche floor:stock,etage roof:dach wall:wand,mauer
  cook:kochen,kocht,gekocht,koch wash:waschen clean:sauber,putzen,reinigen build_up:hochziehen
  cut:schneiden,geschnitten,schnitt paint:malen,gemalt sing:singen,singt,gesungen,sänger dance:tanzen,getanzt,tanz
  jump:springen,springt,gesprungen,sprung swim:schwimmen fly:fliegen,fliegt,geflogen,flog,flug
  drive:gefahren_bin,antreiben climb:klettern ride:reiten touch:berühren,anfassen,berührt
  hit:schlagen,schlägt,geschlagen,schlug shoot:schießen,schießt,erschossen,schuss
  save:retten,sparen,gespart,rettet,gerettet,ersparen steal:stehlen,klauen,geklaut,gestohlen
  cheat:betrügen,betrug,betrogen protect:schützen,schutz attack:angreifen,angriff,angegriffen defend:verteidigen
  promise:versprechen,versprochen,verspricht threaten:bedrohen,drohen,bedrohung force:zwingen,gezwungen,zwang,zwingt
  avoid:vermeiden,vermeidet prevent:verhindern,verhindert refuse:weigern,ablehnen,abgelehnt,verweigern
  allow:erlauben,ermöglichen,ermöglicht,zulassen forbid:verbieten,verboten,verbot
  order:ordnung,bestellen,bestellt,bestellung,reihenfolge request:anfrage,bitten,bat,gebeten,bittet
  require:verlangen,fordern,verlangt,forderung,anforderung,anforderungen suggest:vorschlagen,vorschlag,vorgeschlagen
  check:überprüfen,nachsehen,checken measure:messen,gemessen,maßnahme,maßnahmen count:zählen,zählt,gezählt
  calculate:rechnen,berechnen,rechnet,ausrechnen estimate:schätzen,geschätzt,einschätzen,schätzung
  analyze:analysieren,analyse observe:beobachten,beobachtet connect:verbinden,verbunden,verbindung,verbindet
  combine:kombinieren,kombination separate:trennen,getrennte replace:ersetzen,ersetzt,ersatz
  add:hinzufügen,ergänzen,dazukommen remove:entfernen,löschen,gelöscht copy:kopieren,kopie
  fix:reparieren,beheben,behoben,fixen install:installieren,installiert repeat:wiederholen,wiederholt,wiederholung
  continue:fortsetzen,weitermachen,weitergehen,fortfahren interrupt:unterbrechen,unterbrochen
  quit:hingeschmissen,aufgeben,aufgegeben,hinschmeißen
`;
