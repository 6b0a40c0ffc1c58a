// What words of German are in English: little words, times, numbers and what is said of most things (see ../read-gloss).

export const GERMAN = `
  the:der,die,das,den,dem,des that_is:das_ist,das_ist_ja that_was:das_war,das_war_ja that_i:das_ich that_has:das_hat
  that_will:das_wird that_can:das_kann that_goes:das_geht that_makes:das_macht that_means:das_heißt
  that's_right:das_stimmt that_would_be:das_wäre that_would_have:das_hätte those_are:das_sind that_went:das_ging
  that_you:das_du that_we:das_wir they_are:die_sind they_have:die_haben they_had:die_hatten they_were:die_waren
  they_wanted:die_wollten they_make:die_machen they_say:die_sagen they_can:die_können he_has:der_hat he_was:der_war
  he_is:der_ist he_says:der_sagt what_is:was_ist is:ist_ja was:war_ja are:sind_ja has:hat_ja
  have:haben_ja,hab_ja,habe_ja can:kann_ja also:ja_auch not:ja_nicht still:ja_noch already:ja_schon sixty:sechzig
  seventy:siebzig eighty:achtzig ninety:neunzig bankrupt:pleite,bankrott,insolvent,insolvenz
  subscribe:abonnieren,abonniert,abonniere always:ja_immer only:ja_nur actually:ja_eigentlich that:das_ja and:und in:in
  in_the:im,ins i:ich you:du,man,dich,dir,ihr,euch,ihnen it:es he:er she:sie_ist we:wir us:uns me:mich,mir him:ihn,ihm
  them:denen they:sie my:mein,meine,meinen,meinem,meiner,meines
  your:dein,deine,deinen,deinem,deiner,euer,eure,euren,eurem,eurer,deines
  our:unser,unsere,unseren,unserem,unserer,unseres their:ihre,ihren,ihrem,ihrer,ihres
  its:seine,seinen,seinem,seiner,seines a:ein,eine,einen,einem,einer,eines,n,ne,nen,nem,ner
  no:kein,keine,keinen,keinem,keiner,nein,nee,nö none:keines not:nicht,nich never:nie,niemals is:ist am:bin
  are:sind,bist,seid be:sein was:war,warst were:waren,wart been:gewesen would_be:wäre,wären,wär
  have:haben,habe,hab,hast,habt has:hat had:hatte,hatten,hattest,gehabt would_have:hätte,hätten,hättest
  will:wird,werde,werden,wirst would:würde,würden,würdest,würdet became:wurde,wurden become:geworden,worden
  can:kann,können,kannst,könnt could:könnte,könnten,könntest,konnte,konnten must:muss,müssen,musst,müsst
  had_to:musste,mussten should:sollte,sollten,solltest,soll,sollen,sollst
  want:will,wollen,willst,wollt,möchte,möchten,möchtest wanted:wollte,wollten like:mag,mögen,magst liked:mochte,mochten
  may:darf,dürfen,darfst allowed:durfte,durften,erlaubt,dürfte might:mag_sein let:lass,lassen,lässt,ließ,gelassen,lasst
  to:zu,zum,zur,um of:von,vom from:aus,ab on:auf,an,am with:mit for:für at:bei,beim by:durch through:hindurch
  about:über,darüber,drüber under:unter over:rüber,drüber_hinweg before:vor,bevor,vorher,davor
  after:nach,nachdem,danach,nachher behind:hinter,dahinter between:zwischen,dazwischen against:gegen,dagegen
  without:ohne until:bis since:seit,seitdem during:während because:weil then:denn if:wenn,falls,ob when:als,wann
  as:wie_ein while:solange but:aber,sondern,doch or:oder that:dass,jenes,das_da
  so:so,also,somit,daher,deshalb,deswegen,darum,drum although:obwohl,obgleich however:jedoch,allerdings
  though:trotzdem,dennoch yet:dennoch_nicht and_so:und_so and_so_on:und_so_weiter
  what:was,welche,welcher,welches,welchen who:wer,wen whom:wem whose:wessen how:wie where:wo,wohin,woher
  why:warum,wieso,weshalb which:die_man what_for:wofür,wozu where_from:wovon,woraus there:da,dort,dorthin,dahin
  here:hier,hierher then:dann,damals now:jetzt,nun,nu just:einfach,gerade,halt,eben only:nur,bloß,lediglich also:auch
  too:ebenfalls,zu_viel very:sehr really:wirklich,echt,tatsächlich actually:eigentlich quite:ganz,recht,ziemlich
  pretty:ziemlich_gut already:schon,bereits still:noch,immer_noch,nach_wie_vor
  again:wieder,nochmal,noch_mal,noch_einmal,erneut always:immer,stets,ständig often:oft,häufig,öfter,öfters
  sometimes:manchmal,ab_und_zu,hin_und_wieder,teilweise ever:mal once:einmal,einst maybe:vielleicht,eventuell
  probably:wahrscheinlich,vermutlich,wohl definitely:definitiv,auf_jeden_fall,unbedingt,jedenfalls,bestimmt
  of_course:natürlich,selbstverständlich,klar,na_klar exactly:genau,exakt right:richtig,stimmt,gell,recht_haben
  yes:ja,jawohl yeah:ja_genau,jep,jo,joa okay:okay,ok,gut_dann well:nun_ja,naja,na_ja,tja,na oh:ach,oh ah:ah,aha,ach_so
  um:äh,ähm,öh,hm,hmm,mhm wow:wow,boah,krass please:bitte thank:danke,dank,danken,bedanken
  thanks:danke_schön,vielen_dank hello:hallo,hi,servus,moin,grüß bye:tschüss,tschüß,ciao,wiedersehen
  sorry:sorry,entschuldigung,verzeihung,tut_mir_leid welcome:willkommen
  something:etwas,was_anderes,irgendwas,irgendetwas,so_was,sowas,so_etwas nothing:nichts,nix anything:irgendwelche
  everything:alles all:alle,allen,allem,aller,sämtliche every:jede,jeder,jedes,jeden,jedem everyone:jedermann
  somebody:jemand,jemanden,jemandem,irgendwer,irgendjemand nobody:niemand,niemanden,niemandem,keiner_von
  one:eins,einen_einzigen other:andere,anderen,anderer,anderes,anderem
  same:selbe,selben,gleiche,gleichen,gleiches,derselbe,dieselbe,dasselbe
  this:dies,diese,dieser,dieses,diesen,diesem,das_hier those:jene,jenen,derjenige,diejenigen
  such:solche,solchen,solcher,solches,solch,so_ein,so_eine,so_einen much:viel many:viele,vielen,vieler,etliche more:mehr
  most:meisten,meiste,am_meisten less:weniger few:wenige,wenig little:bisschen,klein_wenig,ein_wenig
  a_bit:ein_bisschen,bissl,bisserl enough:genug,genügend,ausreichend several:mehrere,mehreren,einige,einigen,einiges
  some:manche,manchen,mancher,ein_paar couple:paar both:beide,beiden,beides,sowohl either:entweder neither:weder
  self:selber,selbst myself:mich_selbst,mir_selbst themselves:sich,sich_selbst each_other:einander,miteinander
  together:zusammen,gemeinsam,beisammen alone:allein,alleine almost:fast,beinahe
  even:sogar,selbst_wenn,nicht_einmal,nicht_mal at_all:überhaupt,gar for_example:zum_beispiel,beispielsweise,etwa
  there_is:es_gibt,gibt_es,gibt's there_was:es_gab,gab_es,gab's more_than:mehr_als better_than:besser_als
  other_than:anders_als as_if:als_wäre,als_wär,als_ob bigger_than:größer_als
  i_think:ich_glaube,ich_glaub,glaub_ich,glaube_ich,finde_ich,denke_ich,ich_denke,ich_finde,meiner_meinung_nach
  i_mean:ich_mein,ich_meine you_know:weißt_du,wissen_sie,weißte,wisst_ihr
  i_don't_know:ich_weiß_nicht,weiß_ich_nicht,keine_ahnung i_know:ich_weiß
  kind_of:irgendwie,quasi,sozusagen,gewissermaßen somehow:irgendwie_so somewhere:irgendwo sometime:irgendwann
  sort_of:so_ungefähr about_it:davon,daran,darin with_it:damit,hiermit for_it:dafür
  to_it:dazu,hinzu,darauf,drauf,daraufhin in_it:drin,darin_liegt of_it:daraus,draus thereby:dadurch,wodurch
  next_to:neben,daneben back:zurück,wieder_zurück up:rauf,hinauf,oben down:runter,unten,hinunter,herunter
  out:raus,heraus,hinaus,draußen,außen away:weg,fort,los in:rein,hinein,herein,drinnen,innen,innerhalb
  ahead:voraus,vorwärts forward:vorne,nach_vorne,vorn around:herum,rum,ringsum,umher by_the_way:übrigens,nebenbei
  far:weit,fern near:nah,nahe,in_der_nähe close:dicht further:weiter,weitere,weiteren away_from:entfernt
  apart:auseinander left:links,linke,linken,verlassen_hat time:zeit,zeiten,zeitpunkt,uhrzeit times:mal_mehr,zigmal
  year:jahr,jahre,jahren day:tag,tage,tagen week:woche,wochen,wochenlang month:monat,monate,monaten
  hour:stunde,stunden,stundenlang minute:minute,minuten second:sekunde,sekunden,zweite,zweiten,zweitens
  today:heute,heutzutage,heutige tomorrow:morgen yesterday:gestern morning:früh_am_morgen,morgens,vormittag
  evening:abend,abends,feierabend night:nacht,nachts,nächte noon:mittag,mittags,nachmittag weekend:wochenende
  moment:augenblick,moment,momentan soon:bald,demnächst late:spät,verspätet later:später early:früh,frühe,zeitig
  earlier:früher immediately:sofort,gleich,unmittelbar suddenly:plötzlich,auf_einmal
  finally:endlich,schließlich,letztendlich,letzten_endes,im_endeffekt,zum_schluss
  first:erst,erste,ersten,erster,erstes,zuerst,erstmal,erstens,zunächst last:letzte,letzten,letztes,letzter,zuletzt
  next:nächste,nächsten,nächstes,nächster third:dritte,dritten,drittel fourth:vierte future:zukunft,zukünftig,künftig
  past:vergangenheit,vergangene,früher_mal end:ende,enden,beenden,endet
  begin:beginnen,beginnt,begann,begonnen,anfangen,fängt,fing,angefangen beginning:anfang,beginn
  start:starten,losgehen,loslegen,gestartet,angefangen_hat stop:aufhören,hör_auf,stoppen,gestoppt,anhalten,aufgehört
  finish:fertig,abschließen,beendet,abgeschlossen two:zwei,zwo,zweier three:drei,dreier four:vier five:fünf six:sechs
  seven:sieben eight:acht nine:neun ten:zehn eleven:elf twelve:zwölf twenty:zwanzig thirty:dreißig forty:vierzig
  fifty:fünfzig hundred:hundert,hunderte,hunderten thousand:tausend,tausende,tausenden million:million,millionen
  billion:milliarde,milliarden half:halb,halbe,hälfte,halben percent:prozent,prozentual
  number:zahl,nummer,nummern,anzahl double:doppelt,verdoppeln,doppelte quarter:viertel,quartal
`;
