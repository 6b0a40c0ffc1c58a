// What words of Romanian are in English (see ../read-gloss).

export const ROMANIAN = `
  the:cel,cea a:un,o,niște of:de of_the:al,ai,ale in:în to:la,către,să with:cu for:pentru from:din,dela on:pe
  about:despre by:prin between:între against:împotriva before:înainte after:după until:până during:în_timpul
  without:fără under:sub over:peste behind:înapoi,în_spate near:lângă,aproape through:printre despite:în_ciuda
  and:și,iar or:sau,ori but:dar,însă,ci so:deci,așa_că because:pentru_că,fiindcă,deoarece,căci if:dacă when:când
  as:ca,cum although:deși that:că,încât who:cine,care what:ce where:unde how:cum_anume why:de_ce which:pe_care i:eu
  you:tu,voi,dumneavoastră,te,ție,vă,ți he:el she:ea we:noi they:ei,ele me:mă,mine,mie,îmi,mi him:îl,lui,îi us:ne,nouă
  them:le,lor,îi_văd -:se,își,și-a my:meu,mea,mei,mele your:tău,ta,vostru,dvs our:nostru,noastră,noștri his:său,sa
  this:acest,această,asta,acesta,ăsta,aceasta these:acești,aceste,astea that_one:acel,acea,ăla,aia,acela
  is:este,e,îi_bine am:sunt are:ești,suntem,sunteți be:fi,fie was:era,fost,a_fost were:erau,au_fost
  will:va,voi_face,vom,vor,o_să would:ar,aș have:am,avem,aveți,avea,ai_avut has:are had:aveam,avut,avea_o have_they:au
  do:fac,face,facem,faci,facă did:făcut,făceam go:merg,merge,mergem,duc,duce went:mers,dus
  can:pot,poate_să,putem,poți,putea could:puteam,putut must:trebuie,trebuia want:vreau,vrea,vrem,vrei,vor_să
  wanted:voiam,vrut know:știu,știe,știm,știi,cunosc knew:știam,știut think:cred,crede,credem,gândesc,gândi
  thought:credeam,crezut,gândit i_think:cred_că,părerea_mea i_mean:adică you_know:știi_tu i_don't_know:nu_știu
  believe:credință say:spun,spune,zic,zice,spui,zici said:spus,zis,spunea tell:povestesc,povestește,povestit
  talk:vorbesc,vorbim,vorbit,vorbi,discuție,conversație ask:întreb,întreabă,cer question:întrebare,întrebări
  answer:răspuns,răspunde explain:explic,explica see:văd,vede,vedem,vezi,vedea seen:văzut look:uit,uită,arată,privi
  hear:aud,auzit listen:ascult,ascultă,ascultători show:arăt,arata find:găsesc,găsit,găsi search:caut,căuta
  read:citesc,citit write:scriu,scris understand:înțeleg,înțelege,înțeles come:vin,vine,venit,veni
  become:devin,devine,devenit leave:plec,pleacă,plecat,las,lăsat happen:întâmplă,întâmplat,întâmpla
  stay:rămân,rămas,stau return:întorc,întors take:iau,ia,luat give:dau,dă,dat get:primesc,primit,obțin bring:aduc,adus
  put:pun,pune,pus send:trimit,trimis keep:țin,păstra make:realizez,făcând create:creez,creat,crea
  build:construi,construit use:folosesc,folosește,folosit,folosi
  work:lucrez,lucrează,muncă,lucra,muncesc,merge_bine,funcționează job:serviciu,loc_de_muncă
  start:încep,începe,început,începem end:sfârșit,termin,terminat finally:în_sfârșit,până_la_urmă stop:opri,oprit,opresc
  continue:continua,continuă wait:aștept,așteaptă try:încerc,încearcă,încercat help:ajut,ajută,ajutor,ajutat
  support:susține,sprijin lead:conduce leader:lider,conducător change:schimb,schimbă,schimbat,schimbare
  improve:îmbunătăți grow:crește,crescut,cresc growth:creștere develop:dezvolta development:dezvoltare
  developer:programator,dezvoltator learn:învăț,învață,învățat,învăța teacher:profesor,profesoară
  student:student,elev,elevi school:școală,școala university:universitate,facultate study:studiu,studii,cercetare
  book:carte,cărți,cartea word:cuvânt,cuvinte language:limbă,limba romanian:român,română,românia,românii english:engleză
  love:iubire,dragoste,iubesc like:place,îmi_place,plac hate:urăsc,ură fear:frică,teamă,tem hope:sper,speranță
  dream:vis,visuri worry:grijă,îngrijorat feel:simt,simte,simțit feeling:sentiment,emoție,emoții
  happy:fericit,fericită,fericire,bucur,bucurie sad:trist,tristețe angry:supărat,furios,furie surprise:surpriză,surprins
  interesting:interesant,interesantă interest:interes boring:plictisitor funny:amuzant,haios laugh:râd,râs
  joke:glumă,glume cry:plâng,plâns crazy:nebun,nebunie weird:ciudat,straniu amazing:uimitor,incredibil,extraordinar
  cool:mișto,tare_de_tot good:bun,bună,bine,buni better:mai_bun,mai_bine best:cel_mai_bun bad:rău,rea,prost
  worse:mai_rău beautiful:frumos,frumoasă nice:drăguț,plăcut big:mare,mari,uriaș small:mic,mică,mici
  long:lung,lungă,mult_timp short:scurt new:nou,nouă_idee,noi_lucruri old:vechi,bătrân young:tânăr,tineri
  hard:greu,grea,dificil easy:ușor,simplu fast:rapid,repede slow:încet strong:puternic,tare weak:slab high:înalt,sus
  low:jos deep:adânc full:plin free:liber,gratis,libertate important:important,importantă special:special normal:normal
  usually:de_obicei true:adevărat,adevăr,adevărul wrong:greșit honest:sincer,cinstit real:real,realitate clear:clar
  sure:sigur possible:posibil impossible:imposibil need:nevoie,am_nevoie different:diferit,altfel difference:diferență
  similar:asemănător same:același,aceeași,la_fel own:propriu,propria whole:întreg,toată only:doar,numai,singurul
  serious:serios,grav dangerous:periculos risk:risc power:putere success:succes,reușit,reuși fail:eșuat,eșua
  failure:eșec,eșecul mistake:greșeală,greșeala,eroare lesson:lecție experience:experiență decide:decis,hotărât,decid
  decision:decizie choose:aleg,ales choice:alegere advice:sfat,sfaturi chance:șansă,noroc
  opportunity:oportunitate,ocazie challenge:provocare crisis:criză war:război fight:lupt,luptă win:câștig,câștigat
  lose:pierd,pierdut,pierde death:moarte,moartea die:mor,murit kill:ucide,omorât sick:bolnav disease:boală,boli
  health:sănătate doctor:doctor,medic body:corp head:cap brain:creier heart:inimă eye:ochi hand:mână,mâini face:față
  sleep:dorm,dormit,somn eat:mănânc,mâncat food:mâncare drink:beau,băut coffee:cafea water:apă music:muzică song:cântec
  game:joc play:joacă,joc_de film:film picture:poză,imagine travel:călătorie,călătoresc god:dumnezeu nature:natură
  earth:pământ science:știință technology:tehnologie,tehnologia computer:calculator intelligence:inteligență,inteligența
  artificial:artificială data:date phone:telefon user:utilizator system:sistem time:timp,timpul,dată year:an,ani,anul
  day:zi,zile,ziua week:săptămână,săptămâni month:lună,luni hour:oră,ore minute:minut,minute today:azi,astăzi
  tomorrow:mâine yesterday:ieri morning:dimineață evening:seară night:noapte,noaptea now:acum then:atunci,apoi
  soon:curând late:târziu first:primul,prima,întâi last:ultimul,ultima next:următorul,următoarea,viitoare future:viitor
  past:trecut always:mereu,întotdeauna often:des,adesea sometimes:uneori,câteodată again:iar_și,din_nou already:deja
  still:încă,tot maybe:poate probably:probabil really:chiar,cu_adevărat,serios_acum actually:de_fapt very:foarte
  too:prea also:și_eu,de_asemenea even:nici,până_și just:tocmai,pur_și_simplu quite:destul almost:cam
  at_least:măcar,cel_puțin more:mai,mai_mult less:mai_puțin most:cel_mai,majoritatea much:mult,multă many:mulți,multe
  few:puțini little:puțin,un_pic enough:suficient,ajunge some:unii,unele,câțiva all:toți,toate everything:totul
  every:fiecare something:ceva someone:cineva nothing:nimic nobody:nimeni,nimănui never:niciodată not:nu no:niciun,nicio
  other:alt,altă,alții,altul such:asemenea together:împreună alone:singur,singură each_other:unul_pe_altul yes:da
  exactly:exact okay:bine_atunci,ok well:păi thanks:mulțumesc,mersi please:te_rog,vă_rog hello:bună_ziua,salut
  sorry:scuze,îmi_pare_rău welcome:bun_venit,bine_ați_venit of_course:desigur,bineînțeles,sigur_că there:acolo here:aici
  for_example:de_exemplu kind_of:un_fel basically:practic,în_principiu especially:mai_ales instead:în_loc
  unfortunately:din_păcate completely:complet,total at_the_same_time:în_același_timp one:unu,una two:doi,două three:trei
  four:patru five:cinci ten:zece hundred:sută,sute thousand:mii million:milion,milioane half:jumătate
  percent:la_sută,procent number:număr people:oameni,oamenii,lume human:uman person:persoană,om man:bărbat,omul
  woman:femeie,femei child:copil,copii,copilul family:familie,familia father:tată,tata,tatăl mother:mamă,mama
  parents:părinți brother:frate sister:soră son:fiu daughter:fiică,fată husband:soț wife:soție,soției
  friend:prieten,prieteni colleague:coleg,colegi boss:șef,șeful employee:angajat,angajați customer:client,clienți
  team:echipă,echipa group:grup community:comunitate society:societate company:firmă,companie,firma
  business:afacere,afaceri founder:fondator found:înființat,fondat entrepreneur:antreprenor investor:investitor
  invest:investi,investiție money:bani,banii price:preț cost:cost,costă expensive:scump cheap:ieftin
  pay:plăti,plătesc,plată buy:cumpăr,cumpărat sell:vând,vinde,vândut,vânzări profit:profit loss:pierdere market:piață
  economy:economie tax:taxă,impozit salary:salariu bank:bancă debt:datorie,datorii poor:sărac rich:bogat
  product:produs,produse service:servicii brand:marcă advertising:reclamă career:carieră project:proiect plan:plan
  goal:scop,obiectiv idea:idee,idei thing:lucru,lucruri,chestie,chestia part:parte place:loc,locul way:mod,fel,cale
  point:punct problem:problemă,probleme solution:soluție reason:motiv example:exemplu case:caz story:poveste,povestea
  life:viață,viața live:trăiesc,trăi,locuiesc world:lumea country:țară city:oraș house:casă home:acasă car:mașină
  law:lege,drept government:guvern,stat politics:politică police:poliție responsibility:responsabilitate
  rule:regulă,reguli trust:încredere respect:respect value:valoare meaning:sens,înseamnă quality:calitate
  result:rezultat effect:efect influence:influență pressure:presiune,stres process:proces step:pas,pași level:nivel
  relationship:relație,relații marriage:căsătorie,căsătorit born:născut generation:generație culture:cultură
  habit:obicei meet:întâlni,cunoscut meeting:ședință,întâlnire interview:interviu topic:subiect,temă news:știri
  episode:episod share:împărtășesc remember:amintesc,amintește,țin_minte forget:uitat memory:amintire,memorie
  notice:observat realize:dau_seama,dat_seama,realizat expect:mă_așteptam imagine:imaginează,imaginați compare:compara
  accept:accept agree:de_acord depend:depinde seem:pare,părea exist:există lack:lipsă attention:atenție
  smart:deștept,inteligent stupid:prostie,idiot shit:rahat brave:curaj,curajos proud:mândru ashamed:rușine
  guilty:vinovat,vină tired:obosit pain:durere,doare suffer:suferi critical:critică secret:secret
  competition:competiție,concurență advantage:avantaj industry:industrie terrible:groaznic,oribil perfect:perfect
  ready:gata,pregătit close:închide open:deschis,deschide fall:cădea,căzut list:listă,lista table:masă door:ușă,ușa
  page:pagină office:birou,biroul date:data_de bankrupt:faliment channel:canal subscribe:abonați,abonează guest:invitat
`;
