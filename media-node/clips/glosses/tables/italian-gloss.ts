// What words of Italian are in English (see ../read-gloss).

export const ITALIAN = `
  the:il,la,i,gli,le,l' a:un,uno,una,un' of:di,d' of_the:del,dello,della,dei,degli,delle,dell' to:a,ad
  to_the:al,allo,alla,ai,agli,alle,all' in:in in_the:nel,nello,nella,nei,negli,nelle,nell' from:da
  from_the:dal,dallo,dalla,dagli,dalle,dall' on:su on_the:sul,sullo,sulla,sui,sugli,sulle,sull' with:con,col
  without:senza for:per by:tramite,mediante between:tra,fra against:contro before:prima,prima_di after:dopo,dopo_di
  during:durante until:fino,finché,fino_a under:sotto over:sopra behind:dietro inside:dentro outside:fuori
  around:intorno,attorno toward:verso according_to:secondo through:attraverso,per_mezzo near:vicino far:lontano
  despite:nonostante,malgrado except:tranne,salvo and:e,ed or:o,oppure but:ma,però so:quindi,così,allora,dunque
  because:perché,siccome,visto_che,poiché it:lo is:è thing:cosa_che,una_cosa,altra_cosa,la_cosa,qualche_cosa,questa_cosa
  say:dirlo,dirle,dirgli,dirmi,dirti,dirvi do:farlo,fatelo,farle,fallo have:averlo,averla years_ago:anni_fa
  months_ago:mesi_fa long_ago:tempo_fa really:davvero come_on:dai channel:canale,canali
  subscribe:iscriviti,iscrivetevi,iscritti,iscriversi -:si sixty:sessanta seventy:settanta eighty:ottanta ninety:novanta
  bankrupt:bancarotta,fallita swear:giuro,giurare concrete:concreto,concreta another:un'altra,un_altro boss:capo,il_capo
  we_can't:non_ce concretely:concretamente give_me:dammi give_up:non_ce_la_facevo if:se when:quando as:come while:mentre
  although:anche_se,sebbene,benché however:tuttavia,comunque therefore:perciò,pertanto that:che who:chi
  what:cosa,che_cosa,quel_che,ciò_che,quello_che which:quale,quali,cui where:dove how:come_mai
  why:perché_mai,per_quale_motivo how_much:quanto,quanta how_many:quanti,quante whose:il_cui i:io
  you:tu,te,ti,voi,vi,lei_sa he:lui,egli she:lei,ella we:noi they:loro,essi me:mi,me him:lo_vedo us:ci them:li
  her:le_dico oneself:sé it:esso my:mio,mia,miei,mie your:tuo,tua,tuoi,tue,vostro,vostra,vostri his:suo,sua,suoi,sue
  our:nostro,nostra,nostri,nostre this:questo,questa,quest' these:questi,queste that:quello,quella,quel,quell'
  those:quelli,quelle,quegli,quei it_is:c'è_da there_is:c'è there_are:ci_sono there_was:c'era,c'erano is:sta am:sono_io
  are:sono,sei,siamo,siete,stai,stiamo,stanno be:essere,stare was:era,ero,fu,stava,fui were:erano,eravamo,furono,stavano
  been:stato,stata,stati,state will_be:sarà,saranno,sarò would_be:sarebbe,sarei,sarebbero be_it:sia,siano,fosse,fossero
  have:ho,hai,abbiamo,avete,avere,abbia has:ha had:avevo,aveva,avevano,avevamo,ebbe,avuto have_them:hanno
  will_have:avrà,avremo,avrò would_have:avrebbe,avrei,avrebbero,avremmo do:fare,faccio,fai,facciamo,fate,fanno,fa
  did:fatto_io,facevo,faceva,fece,feci done:fatto,fatta,fatti doing:facendo will_do:farà,farò would_do:farebbe,farei
  go:andare,vado,va,vai,andiamo,andate,vanno,vada went:andavo,andava,andò gone:andato,andata,andati
  can:posso,può,puoi,possiamo,potete,possono,potere,possa could:potevo,poteva,potrebbe,potrei,potuto,potevano,potremmo
  must:devo,deve,devi,dobbiamo,dovete,devono,dovere should:dovrebbe,dovrei,dovremmo,dovresti,dovrebbero
  had_to:dovevo,doveva,dovuto want:voglio,vuole,vuoi,vogliamo,volete,vogliono,volere,voglia
  wanted:volevo,voleva,voluto,volevano would_like:vorrei,vorrebbe,piacerebbe,mi_piacerebbe
  know:so,sai,sa,sappiamo,sapete,sanno,sapere,conosco,conosce,conoscere,conosci
  knew:sapevo,sapeva,conosciuto,conoscevo,saputo
  think:penso,pensa,pensi,pensiamo,pensate,pensano,pensare,credo,crede,credi,credere,ritengo
  thought:pensavo,pensava,pensato,creduto,credevo i_think:secondo_me,penso_che,credo_che,a_mio_parere
  i_mean:cioè,voglio_dire,nel_senso you_know:sai_che,lo_sai,sapete_che i_don't_know:non_so,non_lo_so,boh
  believe:convinto,credenza say:dire,dico,dice,dici,diciamo,dicono,dicendo said:detto,diceva,disse,dicevo
  tell:raccontare,racconto,racconta,raccontato,raccontano
  talk:parlare,parlo,parla,parliamo,parlato,parlando,chiacchierare,conversazione,chiacchierata
  explain:spiegare,spiego,spiega,spiegato,spiegazione describe:descrivere,descrizione
  call:chiamare,chiamo,chiama,chiamato,chiamata,si_chiama name:nome,nomi ask:chiedere,chiedo,chiede,chiesto,domandare
  question:domanda,domande,questione answer:rispondere,risposta,risposte,rispondo
  see:vedere,vedo,vede,vedi,vediamo,vedono,vedendo saw:vedevo,vide seen:visto,vista,visti
  look:guardare,guardo,guarda,guardate,sembra hear:sentire,sento,senti,sentito
  listen:ascoltare,ascolta,ascolto,ascoltato show:mostrare,mostra,far_vedere find:trovare,trovo,trova,trovato,trovi
  search:cercare,cerco,cerca,cercato,ricerca read:leggere,leggo,letto write:scrivere,scrivo,scritto
  understand:capire,capisco,capisce,capito,capisci,comprendere understanding:comprensione
  come:venire,vengo,viene,vieni,vengono came:venuto,venuta,venivo become:diventare,diventa,diventato,diventata,divento
  leave:lasciare,lascia,lasciato,partire,uscire,esce,uscito,andarsene arrive:arrivare,arriva,arrivato,arrivo
  happen:succedere,succede,successo_che,accadere,accade,capita,capitato stay:restare,rimanere,rimane,rimasto,resta
  return:tornare,torna,torno,tornato move:muovere,spostare,trasferire,movimento enter:entrare,entra,entrato
  take:prendere,prendo,prende,preso,portare_via give:dare,do,dà,danno,dato,diamo get:ottenere,ricevere,ricevuto,ottenuto
  bring:portare,porta,portato put:mettere,metto,mette,messo,mettono send:mandare,inviare,mandato
  keep:tenere,tengo,tiene,mantenere make:rendere,rende,fabbricare create:creare,crea,creato,creazione
  build:costruire,costruito,costruzione use:usare,uso,usa,usato,utilizzare,utilizzo,usano,serve,servire
  work:lavorare,lavoro,lavora,lavorato,lavori,lavorando,funziona,funzionare,funzionano
  job:impiego,mestiere,posto_di_lavoro start:iniziare,inizia,iniziato,cominciare,comincia,cominciato,partita_da,avviare
  beginning:inizio,all'inizio end:fine,finire,finisce,finito,terminare finally:finalmente,alla_fine,infine
  stop:smettere,fermare,ferma,smesso continue:continuare,continua wait:aspettare,aspetta,aspetto_un
  try:provare,provo,prova,provato,cercare_di,tentare,tentativo help:aiutare,aiuta,aiuto,aiutato
  support:sostenere,sostegno,supporto follow:seguire,segue,seguito lead:guidare,guida leader:capi,dirigente
  manage:gestire,gestione,riuscire,riesce,riesco,riuscito change:cambiare,cambia,cambiato,cambiamento,cambiamenti
  improve:migliorare,migliorato,miglioramento grow:crescere,cresce,cresciuto growth:crescita
  develop:sviluppare,sviluppato development:sviluppo developer:sviluppatore,sviluppatori,programmatore
  learn:imparare,imparo,imparato,impari,apprendere,apprendimento teach:insegnare,insegna,insegnato
  teacher:insegnante,maestro,professore,professoressa,prof student:studente,studenti,alunno
  study:studiare,studio,studiato,studi school:scuola,liceo university:università course:corso,corsi
  education:istruzione,educazione,formazione knowledge:conoscenza,conoscenze,sapere_che book:libro,libri
  word:parola,parole sentence:frase language:lingua,linguaggio,lingue letter:lettera page:pagina
  italian:italiano,italiana,italiani italy:italia english:inglese europe:europa,europeo
  love:amare,amo,ama,amore,adoro,innamorato like:piace,piacciono,mi_piace,piaciuto hate:odio,odiare fear:paura,timore
  hope:spero,speranza,sperare wish:desiderio,desiderare,magari worry:preoccupare,preoccupazione,preoccupato
  feel:provo_a_sentire,sentirsi,mi_sento feeling:sentimento,emozione,emozioni,sensazione
  happy:felice,felici,contento,contenta,felicità,gioia sad:triste,tristezza angry:arrabbiato,rabbia,arrabbiare
  surprise:sorpresa,sorpreso,sorprendente shock:scioccato,sconvolto excited:entusiasta,entusiasmo,emozionato
  interesting:interessante,interessanti interest:interesse,interessa,interessi boring:noioso,noia
  funny:divertente,buffo,comico fun:divertimento,divertirsi laugh:ridere,risate,rido,ride
  joke:battuta,scherzo,barzelletta,scherzare cry:piangere,piango crazy:pazzo,pazza,matto,folle,follia
  weird:strano,strana,bizzarro amazing:incredibile,fantastico,straordinario,pazzesco cool:figo,bello_figo
  great:grande,ottimo,fantastica good:buono,buona,bene,buon,buoni better:meglio,migliore,migliori
  best:il_migliore,il_meglio,la_migliore bad:cattivo,male,brutto,brutta worse:peggio,peggiore
  nice:carino,simpatico,gentile,piacevole beautiful:bello,bella,belli,belle,bellissimo,bel,bellezza
  big:grandi,grosso,grossa,enorme huge:enormi,immenso small:piccolo,piccola,piccoli long:lungo,lunga short:corto,breve
  new:nuovo,nuova,nuovi,nuove old:vecchio,vecchia,antico,vecchi young:giovane,giovani,ragazzi
  hard:duro,difficile,difficili,complicato,faticoso easy:facile,semplice,facili,semplicemente
  fast:veloce,velocemente,rapido slow:lento,lentamente,piano_piano strong:forte,forti,forza weak:debole,debolezza
  high:alto,alta,alti low:basso,bassa deep:profondo,profonda full:pieno,piena empty:vuoto
  free:libero,libera,gratis,libertà,gratuito important:importante,importanti,importanza
  special:speciale,particolare,particolarmente normal:normale usually:di_solito,normalmente,generalmente,solitamente
  true:vero,vera,verità false:falso,falsa wrong:sbagliato,sbagliare,sbagliata,torto
  honest:onesto,onestamente,sinceramente,francamente real:reale,realtà clear:chiaro,chiara,ovvio
  sure:sicuro,sicura,certo,certa,sicuramente complex:complesso,complessa,complessità possible:possibile
  impossible:impossibile necessary:necessario,bisogna,occorre need:bisogno,ho_bisogno,serve_che
  different:diverso,diversa,diversi,diverse,differente difference:differenza similar:simile,simili common:comune
  rare:raro public:pubblico,pubblica private:privato own:proprio,propria,propri whole:intero,intera,tutto_il
  only:solo,soltanto,unico,unica,solamente personal:personale,personalmente serious:serio,seria,grave,sul_serio
  dangerous:pericoloso,pericolo risk:rischio,rischi,rischiare safe:al_sicuro security:sicurezza
  power:potere_di,potenza,potente success:successo successful:di_successo fail:fallire,fallito
  failure:fallimento,fallimenti mistake:errore,errori,sbaglio lesson:lezione,lezioni
  experience:esperienza,esperienze,vissuto skill:capacità,abilità,competenza,competenze talent:talento
  decide:decidere,deciso,decido,decide decision:decisione,decisioni choose:scegliere,scelgo,scelto choice:scelta,scelte
  advice:consiglio,consigli recommend:consigliare,raccomandare chance:possibilità,fortuna
  opportunity:opportunità,occasione challenge:sfida,sfide crisis:crisi war:guerra,guerre
  fight:combattere,lotta,lottare,litigare win:vincere,vinto,vince,vittoria lose:perdere,perso,perde death:morte
  die:morire,muore dead:morto,morta,morti kill:uccidere,ucciso,ammazzare sick:malato disease:malattia,malattie
  health:salute,sano doctor:medico,dottore,medici hospital:ospedale body:corpo head:testa brain:cervello heart:cuore
  eye:occhio,occhi hand:mano,mani face:faccia,viso,volto foot:piede,gamba blood:sangue sleep:dormire,dormo,sonno
  dream:sogno,sogni,sognare eat:mangiare,mangio,mangia food:cibo,alimentazione,alimenti drink:bere,beve,bevuto
  coffee:caffè water:acqua wine:vino beer:birra music:musica song:canzone,canzoni game:gioco,partita,giochi
  play:giocare,gioca,suonare film:film,cinema picture:immagine,immagini,foto,fotografia art:arte,artista,artisti
  sport:sport football:calcio train:treno,allenare,allenamento travel:viaggiare,viaggio,viaggi holiday:vacanza,vacanze
  mind:mente soul:anima god:dio church:chiesa sun:sole sky:cielo sea:mare mountain:montagna tree:albero,alberi,bosco
  animal:animale,animali dog:cane,cani cat:gatto nature:natura earth:terra climate:clima,climatico environment:ambiente
  energy:energia science:scienza,scientifico,scienziati research:ricercatore,ricercatori,ricerche
  technology:tecnologia,tecnologie,tecnico,tecnica machine:macchina_che,macchinario computer:calcolatore
  artificial:artificiale intelligence:intelligenza ai:ia data:dati file:file network:rete,reti device:dispositivo
  phone:telefono,cellulare website:sito user:utente,utenti tool:strumento,strumenti model:modello,modelli
  program:programma,programmare store:negozio screen:schermo key:chiave code:codice system:sistema,sistemi
  time:tempo,volta,momento,epoca,momenti times:volte year:anno,anni day:giorno,giorni,giornata week:settimana,settimane
  month:mese,mesi hour:ora_di,ore minute:minuto,minuti second:secondo_me_no,seconda,secondi today:oggi,oggigiorno
  tomorrow:domani yesterday:ieri morning:mattina,mattino evening:sera,serata afternoon:pomeriggio night:notte,notti
  now:adesso,ora,ormai then:poi soon:presto late:tardi,ritardo immediately:subito,immediatamente
  suddenly:improvvisamente,all'improvviso first:primo,prima_volta,primi,innanzitutto
  last:ultimo,ultima,ultimi,scorso,scorsa next:prossimo,prossima third:terzo,terza future:futuro past:passato
  century:secolo monday:lunedì tuesday:martedì wednesday:mercoledì thursday:giovedì friday:venerdì saturday:sabato
  sunday:domenica spring:primavera summer:estate autumn:autunno winter:inverno always:sempre often:spesso
  sometimes:a_volte,qualche_volta,ogni_tanto again:di_nuovo,ancora_una already:già still:ancora
  maybe:forse,può_darsi,magari_sì probably:probabilmente definitely:assolutamente,sicuramente_sì,decisamente
  really:veramente,proprio_così actually:in_realtà,effettivamente,infatti,di_fatto very:molto,tanto too:troppo,troppa
  also:anche,pure even:perfino,addirittura,neanche,nemmeno,neppure just:appena,solo_un quite:abbastanza,piuttosto
  almost:quasi at_least:almeno,perlomeno more:più less:meno most:la_maggior_parte,maggioranza much:molta
  many:molti,molte,tanti,tante few:pochi,poche,poco little:un_po',un_pochino enough:abbastanza_da,basta,sufficiente
  several:parecchi,vari,diversi_anni some:alcuni,alcune,qualche,certi all:tutto,tutta,tutti,tutte
  everything:tutto_questo,tutto_quello everyone:ognuno,ciascuno every:ogni something:qualcosa someone:qualcuno
  nothing:niente,nulla nobody:nessuno,nessuna,nessun never:mai no:no not:non other:altro,altra,altri,altre
  same:stesso,stessa,stessi such:tale,tali both:entrambi,entrambe together:insieme alone:da_solo,da_sola,soli yes:sì
  exactly:esatto,esattamente,appunto right:giusto,vero_no,ecco okay:ok,va_bene,d'accordo well:beh,be',vabbè,insomma
  oh:oh,ah um:ehm,eh,mmm thanks:grazie please:per_favore,prego hello:ciao,salve,buongiorno,buonasera
  sorry:scusa,scusate,mi_dispiace welcome:benvenuti,benvenuto,benvenuta
  of_course:certamente,ovviamente,naturalmente,certo_che there:lì,là here:qui,qua up:su_in_alto,salire down:giù,scendere
  back:indietro forward:avanti left:sinistra right_side:destra side:lato,parte_di for_example:ad_esempio,per_esempio
  kind_of:tipo,una_specie,sorta,genere
  basically:fondamentalmente,in_pratica,praticamente,sostanzialmente,in_sostanza,di_base
  especially:soprattutto,specialmente instead:invece,al_posto anyway:in_ogni_caso,ad_ogni_modo
  by_the_way:tra_l'altro,a_proposito unfortunately:purtroppo obviously:evidentemente literally:letteralmente
  directly:direttamente completely:completamente,totalmente,del_tutto more_or_less:più_o_meno
  on_the_other_hand:d'altra_parte,d'altronde at_the_same_time:allo_stesso_tempo,nello_stesso_tempo
  at_all:affatto,per_niente thanks_to:grazie_a about:riguardo,circa one:uno_solo two:due three:tre four:quattro
  five:cinque six:sei_in seven:sette eight:otto nine:nove ten:dieci eleven:undici twelve:dodici twenty:venti
  thirty:trenta forty:quaranta fifty:cinquanta hundred:cento thousand:mille,mila million:milione,milioni
  billion:miliardo,miliardi half:metà,mezzo,mezza percent:per_cento,percentuale number:numero,numeri
  double:doppio,raddoppiare once:una_volta twice:due_volte people:gente,persone,popolo human:umano,umani,umana
  person:persona man:uomo,uomini,signore woman:donna,donne,signora guy:ragazzo,tizio,tipo_che
  child:bambino,bambini,bambina,figli boy:maschio girl:ragazza,ragazze family:famiglia,famiglie father:padre,papà
  mother:madre,mamma parents:genitori brother:fratello,fratelli sister:sorella son:figlio daughter:figlia husband:marito
  wife:moglie friend:amico,amici,amica,amicizia colleague:collega,colleghi employee:dipendente,dipendenti,lavoratori
  customer:cliente,clienti partner:socio,soci,compagno,compagna member:membro,membri team:squadra group:gruppo,gruppi
  community:comunità society:società company:azienda,aziende,impresa,imprese,ditta business:affari,attività,commercio
  founder:fondatore,fondatori found:fondare,fondato entrepreneur:imprenditore,imprenditori,imprenditrice
  investor:investitore,investitori invest:investire,investimento,investimenti money:soldi,denaro price:prezzo,prezzi
  cost:costo,costa,costi expensive:caro,cara,costoso cheap:economico,a_buon_mercato pay:pagare,pago,paga,pagato
  buy:comprare,compra,comprato,acquistare sell:vendere,vende,venduto,vendita,vendite
  profit:guadagno,guadagnare,profitto,utile loss:perdita market:mercato,mercati economy:economia,economica
  tax:tassa,tasse salary:stipendio budget:bilancio bank:banca,banche debt:debito,debiti poor:povero,poveri,povertà
  rich:ricco,ricchi,ricchezza product:prodotto,prodotti service:servizio,servizi offer:offrire,offerta,offre
  brand:marchio advertising:pubblicità career:carriera project:progetto,progetti task:compito plan:piano,pianificare
  goal:obiettivo,obiettivi,scopo idea:idea,idee thing:cose,roba part:parte,parti place:posto,luogo,posti
  way:modo,maniera,via,strada point:punto,punti problem:problema,problemi solution:soluzione,soluzioni
  solve:risolvere,risolto reason:ragione,motivo,ragioni,causa example:esempio,esempi case:caso,casi
  story:storia,storie,racconto_di life:vita,vite live:vivere,vivo,vive,vivono,abitare,vissuto_in world:mondo,mondiale
  country:paese,paesi,nazione city:città house:casa,case room:stanza,camera door:porta_di window:finestra
  car:macchina,auto street:via_di law:legge,leggi,diritto court:tribunale government:governo,stato_italiano
  politics:politica,politico,politici election:elezioni police:polizia president:presidente right_to:diritti
  responsibility:responsabilità,responsabile rule:regola,regole contract:contratto control:controllo,controllare
  trust:fiducia,fidarsi,fidare respect:rispetto,rispettare value:valore,valori meaning:significato,significa,senso
  purpose:scopo_di quality:qualità effort:sforzo,fatica,impegno result:risultato,risultati effect:effetto,effetti
  influence:influenza pressure:pressione,stress balance:equilibrio limit:limite,limiti motivation:motivazione
  method:metodo process:processo,processi step:passo,passi strategy:strategia concept:concetto theory:teoria
  practice:pratica structure:struttura level:livello,livelli relationship:relazione,rapporto,relazioni,rapporti
  marriage:matrimonio married:sposato,sposata,sposare divorce:divorzio birth:nascita,nascere,nato,nata age:età
  generation:generazione,generazioni culture:cultura,culturale behavior:comportamento attitude:atteggiamento
  habit:abitudine,abitudini meet:incontrare,incontro,incontrato meeting:riunione,appuntamento visit:visita,visitare
  event:evento,eventi invite:invitare,invitato interview:intervista,colloquio apply:applicare,candidarsi
  hire:assumere,assunto fire:fuoco,licenziare,licenziato,incendio topic:argomento,tema,temi content:contenuto,contenuti
  news:notizia,notizie newspaper:giornale,giornali media:mezzi_di episode:puntata,episodio,puntate
  record:registrare,registrazione share:condividere,condivide publish:pubblicare,pubblicato message:messaggio,messaggi
  remember:ricordare,ricordo,ricorda,ricordi forget:dimenticare,dimenticato memory:memoria
  notice:notare,accorgersi,accorto realize:rendersi_conto,mi_sono_reso_conto,accorgere
  expect:aspettarsi,aspettativa,aspettative imagine:immaginare,immagina,immaginate consider:considerare,considera
  compare:confrontare,confronto,paragone accept:accettare,accetta agree:essere_d'accordo,accordo
  depend:dipendere,dipende matter:importa,conta seem:sembrare,pare,sembrava appear:apparire
  exist:esistere,esiste,esistono include:includere lack:mancare,manca,mancanza join:unirsi,partecipare
  achieve:raggiungere,raggiunto produce:produrre,produzione attention:attenzione focus:concentrarsi,concentrare
  curious:curioso,curiosità creative:creativo,creatività smart:intelligente,furbo stupid:stupido,scemo,idiota
  nonsense:sciocchezze,cavolate,stronzate shit:merda,cazzo brave:coraggio,coraggioso proud:orgoglioso,orgoglio
  ashamed:vergogna guilty:colpa,colpevole jealous:geloso,invidia lonely:solitudine tired:stanco,stanca
  pain:dolore,male_alla suffer:soffrire,soffre patience:pazienza critical:critica,critico extreme:estremo,estremamente
  consequence:conseguenza,conseguenze principle:principio detail:dettaglio,dettagli fact:il_fatto
  proof:prova_che,dimostrare doubt:dubbio,dubbi secret:segreto enemy:nemico
  competition:concorrenza,competizione,concorrenti advantage:vantaggio,vantaggi disadvantage:svantaggio
  industry:industria,settore north:nord south:sud center:centro line:linea list:lista form:forma color:colore,colori
  red:rosso,rossa green:verde black:nero,nera white:bianco,bianca light:luce,leggero dark:buio hot:caldo cold:freddo
  paper:carta clothes:vestiti table:tavolo kitchen:cucina,cucinare cut:tagliare,taglio paint:dipingere
  sing:cantare,cantante dance:ballare,danza fly:volare,aereo,volo touch:toccare hit:colpire,colpo
  save:salvare,risparmiare steal:rubare protect:proteggere,protezione attack:attaccare,attacco defend:difendere,difesa
  promise:promettere,promessa force:costringere,obbligare avoid:evitare prevent:impedire refuse:rifiutare
  allow:permettere,permette order:ordine,ordinare require:richiedere,richiede check:controlla,verificare
  measure:misura,misurare analyze:analizzare,analisi connect:collegare,connessione replace:sostituire add:aggiungere
  remove:togliere,eliminare repeat:ripetere quit:mollare,abbandonare,rinunciare react:reagire,reazione
  recognize:riconoscere discover:scoprire,scoperto,scoperta invent:inventare inspire:ispirare,ispirazione
  convince:convincere enjoy:godere,godersi bother:disturbare,dare_fastidio complain:lamentarsi,lamentare
  forgive:perdonare celebrate:festeggiare birthday:compleanno gift:regalo christmas:natale
  situation:situazione,situazioni condition:condizione,condizioni perspective:prospettiva,punto_di_vista
  foreign:straniero,estero,stranieri democracy:democrazia citizen:cittadino,cittadini neighbor:vicini_di_casa
  area:zona,area murder:omicidio weapon:arma,armi soldier:soldato prison:carcere,prigione victim:vittima,vittime
  lawyer:avvocato judge:giudice,giudicare care:cura,curare,occuparsi worth:vale,vale_la_pena noise:rumore
  quiet:silenzio,tranquillo,calma voice:voce sound:suono,suona terrible:terribile,orribile,disastro
  perfect:perfetto,perfetta wonderful:meraviglioso,splendido ready:pronto,pronta busy:occupato lazy:pigro
  clean:pulito,pulire traditional:tradizionale,tradizione digital:digitale independent:indipendente,indipendenza
  professional:professionale,professionista expert:esperto,esperti manager:direttore office:ufficio
  efficient:efficiente,efficace innovation:innovazione absurd:assurdo,ridicolo main:principale,principali
  famous:famoso,famosa,noto favorite:preferito,preferita prefer:preferire,preferisco philosophy:filosofia
  psychology:psicologia,psicologo,psicologico therapy:terapia depression:depressione drug:droga alcohol:alcol
  medicine:medicina,farmaco aware:consapevole,consapevolezza wonder:mi_chiedo guess:immagino,indovinare suppose:suppongo
  hide:nascondere close:chiudere,chiuso open:aprire,aperto,apre turn:girare,giro push:spingere throw:buttare,lanciare
  launch:lancio break:rompere,rotto fall:cadere,caduto rise:aumentare,aumento reduce:ridurre carry:trasportare
  sit:sedere,seduto stand:in_piedi run:correre,corsa walk:camminare,passeggiata escape:scappare
  information:informazioni,informazione neither:né of_it:ne great:gran otherwise:altrimenti beyond:oltre
  any:qualsiasi,qualunque anyone:chiunque peace:pace could:potresti,potremo,potrei_dire front:davanti,fronte
  bigger:maggiore deal:tratta,trattare everywhere:dappertutto useful:utili useless:inutile current:attuale,attuali
  previous:precedente general:generale specific:specifico,specifica listener:ascoltatore,ascoltatori guest:ospite,ospiti
  audience:pubblico_di others:altrui destroy:distruggere too_bad:peccato sense:ha_senso turn_out:risulta,si_è_rivelato
  stage:palco,tappa author:autore role:ruolo,ruoli fear_of:temere growth:aumentare_di social:sociale,sociali
  citizen:cittadinanza amount:quantità piece:pezzo,pezzi reach:raggiunge there:c' me:m' you:t',v' -:s' what_is:cos'è
  where_is:dov'è how_is:com'è everything:tutt' where:dov' how:com' this:st'
`;
