// What words of German are in English: subjects of society, science, work and private life (see ../read-gloss).

export const GERMAN_SUBJECTS = `
  react:reagieren,reaktion,reagiert recognize:erkennen,erkennt,erkannt discover:entdecken,entdeckt,entdeckung
  invent:erfinden,erfunden,erfindung,erfinder identify:identifizieren define:definieren,definition,definiert
  determine:bestimmen,bestimmt_wird influence_on:prägen,geprägt inspire:inspirieren,inspiriert,inspiration
  convince:überzeugen,überzeugung impress:beeindruckt,beeindruckend,beeindrucken enjoy:genießen,genossen,genießt
  relax:entspannen,entspannt,locker bother:stören,stört,gestört complain:beschweren,jammern,meckern,beschwerde
  blame:vorwerfen,vorwurf excuse:ausrede,ausreden forgive:verzeihen apologize:entschuldigen,entschuldigt
  celebrate:feiern,gefeiert,feiert birthday:geburtstag gift:geschenk,geschenke,schenken christmas:weihnachten
  holiday:ferien,feiertag monday:montag,montags tuesday:dienstag wednesday:mittwoch thursday:donnerstag friday:freitag
  saturday:samstag sunday:sonntag january:januar february:februar march:märz june:juni july:juli october:oktober
  december:dezember spring:frühling,frühjahr summer:sommer autumn:herbst winter:wintern
  century:jahrhundert,jahrzehnt,jahrzehnte phase:phase,phasen,zeitraum duration:dauer deadline:frist
  situation:lage,zustand condition:bedingung,bedingungen,voraussetzung,umstände background:hintergrund,hintergründe
  context:zusammenhang,kontext perspective:perspektive,sicht,sichtweise,blickwinkel diversity:vielfalt,vielfältig
  equal:gleichberechtigt,gleichheit justice:gerechtigkeit,gerecht,fair unfair:ungerecht,unfair poverty:elend
  migration:flüchtlinge,geflüchtete,zuwanderung foreign:ausland,fremde,ausländer democracy:demokratie,demokratisch
  population:bevölkerung citizen:bürger,bürgerinnen resident:einwohner,bewohner village:dorf,dörfer
  neighborhood:nachbarn,nachbar,nachbarschaft area:gegend,region,gebiet local:lokal,regional,vor_ort
  international:weltweite,global crime:verbrechen,kriminell thief:dieb murder:mord,mörder weapon:waffe,waffen,pistole
  soldier:soldat,soldaten army:armee,bundeswehr prison:gefängnis,knast victim:opfer witness:zeuge
  lawyer:anwalt,rechtsanwalt judge:richter,urteil,beurteilen,urteilen strike:streik union:gewerkschaft
  minority:minderheit majority:mehrheit pressure_on:belastung,belastet responsibility_for:haftung insurance:versicherung
  pension:rente care:pflege,kümmern,kümmert,gekümmert,pflegen worth:lohnt,lohnen,wert_ist tension:spannung,spannungen
  mood:stimmung,laune atmosphere:atmosphäre noise:lärm,geräusch,krach loud:laut,lauter
  quiet:ruhig,leise,still,ruhe,stille voice:stimme,stimmen sound:klingt,klingen,klang,ton smell:riechen,geruch
  taste:geschmack,schmeckt sense:sinne insane:abgefahren,wahnsinnige brutal:brutal,heftig,krasse
  terrible:schrecklich,furchtbar,fürchterlich,grausam,katastrophe,katastrophal disgusting:eklig,ekelhaft
  perfect:perfekt,perfekte excellent:hervorragend,ausgezeichnet,exzellent wonderful:wunderbar,herrlich
  ideal:idealerweise,optimal suitable:passend,geeignet,passt,passen,gepasst available:verfügbar ready:bereit,parat
  busy:beschäftigt,beschäftigen lazy:faul careful:vorsichtig,vorsicht strict:streng tight:eng,knapp soft:weich,sanft
  sweet:süß bitter:bitterer sharp:scharf dirty:dreckig,schmutzig modern:moderne,zeitgemäß
  traditional:traditionell,tradition classic:klassisch,klassiker digital:digitale,digitalisierung
  sustainable:nachhaltig,nachhaltigkeit
  independent:unabhängig,selbstständig,selbständig,selbstständigkeit,unabhängigkeit
  professional:professionell,profi,profis expert:experte,experten,expertin,fachmann,fachleute
  beginner:anfänger,einsteiger leader_of:geschäftsführer,geschäftsführerin,vorstand,geschäftsführung
  management:leitung,verwaltung department:abteilung headquarters:zentrale,hauptsitz office:büro,büros
  location:standort,lage_von automatically:automatisch,automatisieren efficient:effizient,effektiv,effizienz
  productive:produktiv,produktivität flexible:flexibel,flexibilität transparent:transparenz
  innovative:innovation,innovationen,innovativ mature:reif,reife wise:weise_ist,weisheit naive:naiv
  absurd:absurde,lächerlich exact:genauen,genauer entire:gesamten,ganzer main:haupt,hauptsächlich,vorwiegend
  unknown:unbekannt known:bekannt,bekannte,bekannten,berühmt popular:beliebt,populär
  favorite:lieblings,liebsten,am_liebsten rather:lieber,eher,vielmehr worldview:weltbild
  philosophy:philosophie,philosophisch psychology:psychologie,psychologisch,psychisch,psyche therapy:therapie,therapeut
  trauma:traumatisch depression:depressionen,depressiv addiction:süchtig,abhängigkeit drug:droge,drogen
  alcohol:alkohol,betrunken medicine:medizin,medikament,medikamente,medizinisch virus:viren pandemic:pandemie,corona
  vaccine:impfung,impfen,geimpft namely:nämlich form:form capitalism:kapitalismus,kapitalistisch,kapitalisten
  capital:kapital indeed:zwar,durchaus,gewiss gladly:gern,gerne relatively:relativ
  social:sozial,soziale,sozialen,soziales direction:richtung relation:bezug,bezüglich role:rolle by_that:indem
  insofar:insofern,inwiefern ideology:ideologie,ideologisch in_turn:wiederum,umgekehrt just_as:genauso,ebenso,parallel
  idea_of:ahnung valid:gilt,gelten,gültig certain:gewisse,gewissen,gewisser,bestimmten
  respectively:bzw,beziehungsweise,jeweils,jeweilige,jeweiligen logic:logik,logisch quote:zitat,zitiert,zitieren
  debate:debatte,debatten emerge:entsteht,entstehen,entstanden resource:ressource,ressourcen whose:dessen,deren per:pro
  each:je the_more:desto,umso contain:besteht,bestehen individual:einzelne,einzelnen,individuell,individuelle,individuum
  earlier:vorhin,zuvor act:handeln,handelt,agieren,akt concrete:konkret,konkrete,konkreten
  organize:organisieren,organisiert,organisation afford:leisten,leistung need:bedürfnis,bedürfnisse basis:ausgangspunkt
  set:menge due_to:aufgrund,angesichts property:eigentum,vermögen piece:stück conscious:bewusst,bewusstsein
  means:mittel,mitteln frame:rahmen so_called:sogenannte,sogenannten
  any:irgendein,irgendeine,irgendeinen,irgendeiner,irgendeinem identity:identität
  economic:ökonomisch,ökonomische,wirtschaftlich,wirtschaftliche impression:eindruck core:kern aspect:aspekt,aspekte
  firm:fest channel:kanal access:zugang,zugänglich active:aktiv typical:typisch,typischerweise so_far:bisher,bislang
  relevant:relevant,relevante meanwhile:inzwischen,mittlerweile,währenddessen element:element,elemente
  communication:kommunikation,kommunizieren disposal:verfügung deal_with:auseinandersetzen,auseinandersetzung
  formulate:formulieren,formuliert platform:plattform,plattformen corresponding:entsprechend,entspricht,dementsprechend
  beyond:jenseits so_that:sodass claim:anspruch mention:erwähnt,erwähnen,angesprochen conflict:konflikt,konflikte
  operate:betreiben,betrieben ending:schluss afterwards:hinterher explicit:explizit title:titel object:objekt,gegenstand
  contradiction:widerspruch,widerspricht respect:hinsicht desire:begehren,lust actor:akteure,schauspieler
  approach:ansatz,ansätze,herangehensweise mankind:menschheit individual:individuen giant:riesen
  consume:konsum,konsumieren as_soon_as:sobald as_far_as:soweit represent:darstellen,darstellt,dargestellt,repräsentiert
  denote:bezeichnen,bezeichnet phenomenon:phänomen positive:positiv,positive negative:negativ,negative
  collective:kollektiv,kollektive expression:ausdruck,ausdrücken contribution:beitrag infinite:unendlich
  result_in:ergibt,ergeben math:mathe,mathematik past:vorbei,vorüber distribute:verteilen,verteilt,verteilung
  earn:verdienen,verdient inequality:ungleichheit sign:zeichen massive:massiv religion:religion,religiös being:wesen
  gentleman:herr,herren income:einkommen represent:vertreten activity:tätigkeit,tätigkeiten,aktivität
  mechanism:mechanismus,mechanismen perception:wahrnehmung,wahrnehmen hierarchy:hierarchie,hierarchien
  potential:potenzial,potential assume:ausgehen,annahme,annahmen cooperation:kooperation,zusammenarbeit
  reason:vernunft,vernünftig category:kategorie,kategorien apartment:wohnung,wohnungen racism:rassismus
  refer:bezieht,beziehen,bezogen guarantee:garantiert,garantieren zero:null resistance:widerstand pattern:muster
  convey:vermitteln,vermittelt kind:arten,sorte sort:sorten necessity:notwendigkeit dynamic:dynamik,dynamisch
  unit:einheit,einheiten following:folgendes,folgende available:vorhanden exploit:ausbeutung pile:haufen robot:roboter
  original:ursprünglich allegedly:angeblich concern:betrifft,betroffen logical:logischer
  destroy:zerstören,zerstört,zerstörung recognition:anerkennung reality_check:umsetzen
  at_the_same_time:gleichzeitig,zugleich bureaucracy:bürokratie emphasize:betonen,betont above_which:worüber motto:motto
  keyword:stichwort tendency:tendenz,tendenzen author:autor,autoren,autorin fulfill:erfüllen,erfüllt
  exchange:austausch,austauschen difference:differenz damage:schaden moral:moralisch,moralische audience:publikum
  scene:szene grasp:fassen capacity:kapazität source:quelle,quellen hint:hinweis,hinweisen factor:faktor,faktoren
  authority:autorität,autoritär contact:kontakt mirror:spiegel increasingly:zunehmend discrimination:diskriminierung
  donate:spenden,spende visible:sichtbar address:adressieren,adresse interpret:interpretieren,interpretation
  criteria:kriterien journalist:journalisten,journalismus,journalistin coordinate:koordination extreme:grob,massive
  enormous:enorm,riesige intention:absicht interaction:interaktion theoretical:theoretisch,theoretische
  statement:aussagen miracle:wunder establish:etablieren,etabliert constitution:verfassung literature:literatur
  rating:bewertung,bewerten motivation:motivation material:materiell,materielle air:luft
  oriented:orientiert,orientierung despite:trotz break_with:bruch eternal:ewig correct:korrekt propaganda:propaganda
  additional:zusätzlich,zusätzliche closer:näher fundamental:grundlegend,grundlegende,fundamental scarce:knappheit
  elite:eliten confront:konfrontiert,konfrontieren intuition:intuition conclusion:schlussfolgerung
  nevertheless:nichtsdestotrotz along:entlang probability:wahrscheinlichkeit broad:breit,breite broadcast:sendung
  treat:behandeln,behandelt too_bad:schade plant:pflanze,pflanzen disappear:verschwinden,verschwunden
  nation:nation,nationen national:national,nationale oppression:unterdrückung stock_market:börse,aktie,aktien
  myth:mythos clock:uhr civilization:zivilisation wave:welle norm:norm,normen abstract:abstrakt
  construct:konstruktion,konstruieren inner:innere,inneren interest_rate:zinsen currency:währung ethics:ethik
  medium:medium serve:bedienen military:militär parliament:parlament summary_of:summe uncertainty:unsicherheit
  incentive:anreiz,anreize attractive:attraktiv comment:kommentar,kommentare comprehensible:nachvollziehbar
  consider_it:berücksichtigt,berücksichtigen property_of:eigenschaft,eigenschaften fully:vollständig overcome:überwinden
  citizen:bürgerlich investigate:untersuchen,untersucht,untersuchung throughout:durchgehend
  distinction:unterscheidung,unterscheiden,unterscheidet state:staatlich,staatliche,staaten bureaucratic:bürokratisch
  enforce:durchsetzen,durchgesetzt passion:leidenschaft,leidenschaftlich assign:zuordnen
  average:durchschnitt,durchschnittlich main_thing:hauptsache take_over:übernehmen,übernommen
  translate:übersetzen,übersetzung,übersetzt carry_over:übertragen,übertragung in_hindsight:im_nachhinein
  on_the_one_hand:einerseits,auf_der_einen_seite on_the_other_hand:andererseits,auf_der_anderen_seite
  in_principle:im_grunde_genommen desirable:wünschenswert among_themselves:untereinander supermarket:supermarkt
  workplace:arbeitsplatz,arbeitsplätze wages:lohnarbeit union_of:zusammenleben capable:fähig,in_der_lage unable:unfähig
  spread:verbreitet,verbreiten attention_to:beachten,beachtet compete:konkurrieren alike:gleichermaßen stage:bühne
  award:auszeichnung prize:preis_gewonnen audience_of:zuschauer,zuschauerin fan:fans follower:follower
  video:video,videos podcast:podcast,podcasts internet:netz_ist algorithm:algorithmus,algorithmen code_base:codebasis
  interface:schnittstelle,oberfläche server:server update:aktualisieren,aktualisierung release:freigabe
  version:version,versionen bug:bugs requirement:anforderungen_an maintenance:wartung,warten_und
  deploy:ausrollen,bereitstellen cloud:wolke encryption:verschlüsselung,verschlüsselt password:passwort
  privacy:datenschutz,privatsphäre hacker:hacker spam:spam license:lizenz open_source:quelloffen
  architecture:architektur tests:tests load:last,laden_wir performance:geschwindigkeit customer_service:kundendienst
  negotiation:verhandlung,verhandeln,verhandlungen financing:finanzierung,finanzieren,finanziert
  share:aktionär,gesellschafter purchase:einkauf rent:miete,mieten,vermieten real_estate:immobilie,immobilien
  mortgage:kredit,kredite,hypothek inflation:inflation interest_in:zins save_money:sparkasse export:export import:import
  supply:versorgung,lieferkette logistics:logistik warehouse:lager shop:onlineshop delivery:zustellung
  order_of:auftragslage trade:handel,händler,handeln_mit craft:handwerk,handwerker agency:agentur
  consultant:berater,beraterin,beratung,beraten employer_brand:arbeitgebermarke remote:homeoffice,heimarbeit
  retire:ruhestand,rentner apprentice:azubi,auszubildende,lehre trainee:praktikum,praktikant exam:prüfung_in,klausur
  degree:abschluss,abitur,bachelor,master professor:professor,professorin grade:note,noten children's:kita,kindergarten
  birth:entbindung baby:baby,babys grandparents:großeltern,oma,opa,großvater,großmutter uncle:onkel aunt:tante
  couple_of:pärchen sex:sex,sexualität kiss:küssen,kuss hug:umarmen,umarmung hair:haare,haar skin:haut tooth:zahn,zähne
  stomach:bauch,magen breath:atmen,atem surgery:operation,op cancer:krebs injury:verletzung,verletzt
  nutrition:diät,abnehmen vegan:vegan,vegetarisch meat:fleisch bread:brot cheese:käse vegetable:gemüse fruit:obst
  sugar:zucker breakfast:frühstück dinner:abendessen lunch:mittagessen restaurant:restaurant,kneipe match:spiel_gegen
  trainer:trainer goal_in:tor,tore win_over:siegen race:wettrennen olympic:olympia fitness:fitness,fitnessstudio
  muscle:muskel,muskeln marathon:marathon yoga:yoga meditation:meditation,meditieren breathing:atmung
  stress:gestresst,stressen therapy:therapeutin,therapeutisch crisis_of:nervenzusammenbruch
  breakdown:zusammenbruch,zusammengebrochen tear:träne,tränen goosebumps:gänsehaut heartbreak:liebeskummer
  loyal:treu,treue loyalty:loyalität,loyal cheat:fremdgehen lie:lügner truth:wahrheiten
  confess:gestehen,zugeben,gebe_zu,zugegeben embarrassing:blamiert regret:bereuen,bereut,bereue shame:schande
  admit:eingestehen because_of:wegen everywhere:überall there:hin ago:her whereby:wobei get:holen,holt,geholt,hol
  live:lebe,leben_wir was_called:hieß behind:hinten talked:geredet,redest,redete at_the_latest:spätestens
  unbelievable:unfassbar,unheimlich for_the:fürs on_the:aufs each_other:gegenseitig permanent:permanent
  function:funktion hold:halte relations:verhältnisse liberal:liberal,liberale chapter:kapitel close:schließt
  voluntary:freiwillig,freiwilligkeit lecture:vorlesung at_the_end:endeffekt would_give:gäbe original:originell
  bought:gekauft_habe nearby:nebenan expand:erweiterung,erweitern what_with:womit text:text,texte character:charakter
  random:zufällig privilege:privileg institution:institution,institutionen austria:österreich switzerland:schweiz
  evolution:evolution proper:ordentlich symptom:symptom elsewhere:woanders learning:lernprozess patriarchy:patriarchat
  willing:freiwillige garbage:müll slavery:sklaverei consensus:konsens vision:vision goods:güter,gütern,ware
  division_of_labor:arbeitsteilung experiment:experiment,experimente legal:legal,legt bound:gebunden
  bandwidth:bandbreite physicist:physiker measure:maß,maßstab background:vordergrund inevitable:zwangsläufig
  highly:hochgradig campaign:kampagne structural:strukturell,strukturelle corruption:korruption experience:auftreten
  ever:jemals peace:frieden press:presse range:reichweite crowd:massen long-term:langfristig,langfristige
  short-term:kurzfristig feedback:rückmeldung,rückmeldungen creature:lebewesen adult:erwachsen,erwachsene,erwachsenen
  homeland:heimat adapt:anpassung,anpassen confirm:bestätigt,bestätigen stable:stabil cell:zelle,zellen
  extensive:ausführlich twice:zweimal origin:ursprung minimum_wage:mindestlohn species:spezies hunger:hunger
  revolution:revolution,revolutionär note:notiz,notizen hint:anmerkung commit:verpflichten,verpflichtung,verpflichtet
  obstacle:hindernis,hindernisse preparation:vorbereitung,vorbereiten,vorbereitet immediate:sofortige,sofortigen
  distraction:ablenkung,ablenken,abgelenkt weight:gewicht appointment:verabredung discipline:disziplin
  reward:belohnung,belohnen routine:routine,routinen partner:lebenspartner blow:decke_geht wet:nass mile:meile,meilen
  overcrowded:überfüllt tiny:winzig,winzige rent:leihen lend:ausleihen tension:anspannung
  overlap:überschneiden,überschneidung reach_out:melden,meldet glory:ruhm sacrifice:opfer_bringen,aufopfern
  conversation:unterhaltung expression:gesichtsausdruck empathy:empathie,mitgefühl bet:wette,wetten
  conference:konferenz,konferenzen hurdle:hürde,hürden organizer:veranstalter,veranstaltern coast:küste have:ham,hattet
  afraid:schiss deal:deal on_it:dran delicious:lecker slide:folien scream:schreien,schreit corner:ecken
  crazy:durchgeknallt random:zufälligen enough:reicht,gereicht
`;
