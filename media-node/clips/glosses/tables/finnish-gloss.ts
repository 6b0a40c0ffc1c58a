// What words of Finnish are in English (see ../read-gloss).

export const FINNISH = `
  and:ja,sekä or:tai,vai but:mutta,vaan so:joten,siis,niin because:koska,sillä if:jos when:kun,milloin as:kuin,kuten
  although:vaikka that:että who:kuka,joka,ketkä what:mitä,mikä where:missä,mihin,minne why:miksi,minkä_takia
  how:miten,kuinka which:kumpi,mikä_niistä for:varten,puolesta with:kanssa about:noin,suunnilleen
  before:ennen,ennen_kuin after:jälkeen until:kunnes,asti between:välillä without:ilman under:alla over:yli
  against:vastaan through:läpi,kautta i:minä,mä,mun you:sinä,sä,te,teille,sinulle,sulle he:hän we:me us:meitä,meille
  me:minua,minulle,mulle,mut him:häntä,hänelle them:heitä,heille they:he,ne my:minun your:sinun,teidän our:meidän
  their:heidän self:itse,itseni,itseään this:tämä,tää,tätä,tässä,tästä,nämä
  that_one:tuo,se,sen,sitä,siinä,siitä,siihen,noi here:täällä,tänne there:siellä,sinne,tuolla is:on am:olen,oon
  are:olet,olemme,olette be:olla was:oli,olin were:olivat,olimme been:ollut,olleet will:tulee_olemaan would:olisi,olisin
  not:ei,en,et,emme,eivät,ei_ole have:minulla_on had:minulla_oli can:voi,voin,voimme,osaa,pystyy
  could:voisi,voitiin,pystyin must:pitää,täytyy,piti,täytyi should:pitäisi,kannattaa want:haluan,haluaa,haluamme,haluta
  wanted:halusin,halusi know:tiedän,tietää,tiedämme,tunnen knew:tiesin,tiesi
  think:ajattelen,ajattelee,luulen,mielestäni,ajatella thought:ajattelin,luulin say:sanon,sanoo,sanoa
  said:sanoin,sanoi,sanottiin tell:kertoa,kerron,kertoi,kerroin,kertonut
  talk:puhua,puhumme,puhuu,jutella,keskustelu,puhuttiin ask:kysyä,kysyi,pyytää question:kysymys,kysymykset
  answer:vastaus,vastata explain:selittää see:nähdä,näen,näkee saw:näin_sen,näki look:katsoa,katso,näyttää_siltä
  hear:kuulla,kuulin listen:kuunnella,kuuntelija,kuulijat show:näyttää find:löytää,löysin search:etsiä,hakea read:lukea
  write:kirjoittaa understand:ymmärtää,ymmärrän come:tulla,tulee,tuli,tulen become:muuttua_joksikin
  go:mennä,menee,menen,lähteä went:meni,menin,lähdin leave:lähti,jättää,jätin happen:tapahtua,tapahtui,tapahtuu,käydä
  stay:jäädä,pysyä return:palata,takaisin take:ottaa,otin,otti,viedä give:antaa,annoin,antoi get:saada,saan,sain,saa
  bring:tuoda put:laittaa,panna send:lähettää keep:pitää_kiinni,säilyttää do:tehdä,teen,tekee,teemme
  did:tein,teki,teimme done:tehty,tehnyt create:luoda build:rakentaa,rakensi use:käyttää,käytän
  work:työ,työtä,työskennellä,toimii,tehdä_töitä,töitä,toimia job:työpaikka,ammatti start:aloittaa,alkaa,alkoi,aloitin
  beginning:alku end:loppu,loppua,loppui finally:lopulta,vihdoin stop:lopettaa,pysähtyä continue:jatkaa wait:odottaa
  try:yrittää,kokeilla help:auttaa,apua,apu support:tukea,tuki lead:johtaa leader:johtaja
  change:muuttaa,muutos,vaihtaa,muuttui improve:parantaa grow:kasvaa,kasvoi growth:kasvu develop:kehittää
  development:kehitys developer:kehittäjä,koodari learn:oppia,opin,oppii teacher:opettaja student:opiskelija,oppilas
  school:koulu university:yliopisto study:opiskella,tutkimus book:kirja word:sana language:kieli
  finnish:suomi,suomen,suomalainen,suomessa english:englanti feel:tuntea,tuntuu,tuntui feeling:tunne,tunteet
  love:rakastaa,rakkaus like:pidän,tykätä,tykkään hate:vihata fear:pelko,pelätä,pelkään,pelkäsin,peloissani
  hope:toivoa,toivo dream:unelma,uni worry:huoli,huolissaan happy:onnellinen,iloinen,onni sad:surullinen angry:vihainen
  surprise:yllätys,yllättyä interesting:mielenkiintoinen,kiinnostava interest:kiinnostaa boring:tylsä funny:hauska
  laugh:nauraa,nauru joke:vitsi cry:itkeä crazy:hullu weird:outo amazing:uskomaton,mahtava,uskomattoman
  good:hyvä,hyvin,hyvää better:parempi,paremmin best:paras,parhaiten,parasta bad:huono,huonosti worse:huonompi,pahempi
  beautiful:kaunis nice:kiva,mukava big:iso,suuri,valtava small:pieni long:pitkä,kauan short:lyhyt new:uusi,uutta
  old:vanha young:nuori,nuoret hard:vaikea,kova,rankka easy:helppo fast:nopea,nopeasti slow:hidas strong:vahva
  weak:heikko high:korkea low:matala deep:syvä full:täysi,täynnä free:vapaa,ilmainen,vapaus important:tärkeä,tärkeää
  special:erityinen normal:normaali usually:yleensä true:totta,totuus wrong:väärä,väärin honest:rehellinen,rehellisesti
  real:todellinen,todellisuus clear:selvä,selkeä sure:varma,varmasti possible:mahdollinen,mahdollista
  impossible:mahdoton need:tarvita,tarvitsee,tarve different:erilainen,eri difference:ero similar:samanlainen
  same:sama,samaa own:oma,omaa whole:koko only:vain,ainoa serious:vakava,tosissaan dangerous:vaarallinen risk:riski
  power:valta,voima success:menestys,onnistua failure:epäonnistuminen,epäonnistua fail:epäonnistuin
  mistake:virhe,virheeni lesson:oppi,oppitunti experience:kokemus decide:päättää,päätin decision:päätös choose:valita
  choice:valinta advice:neuvo chance:mahdollisuus opportunity:tilaisuus challenge:haaste crisis:kriisi war:sota
  fight:taistella win:voittaa,voitto lose:menettää,menetimme,hävitä,menetin death:kuolema die:kuolla kill:tappaa
  sick:sairas disease:sairaus health:terveys doctor:lääkäri body:keho head:pää brain:aivot heart:sydän eye:silmä
  hand:käsi face:kasvot sleep:nukkua eat:syödä food:ruoka drink:juoda coffee:kahvi water:vesi music:musiikki game:peli
  play:pelata film:elokuva picture:kuva travel:matka,matkustaa nature:luonto earth:maapallo science:tiede
  technology:teknologia,tekniikka computer:tietokone artificial:tekoäly intelligence:äly data:tieto,data phone:puhelin
  user:käyttäjä system:järjestelmä time:aika,kerta times:kertaa year:vuosi,vuotta,vuonna day:päivä,päivää week:viikko
  month:kuukausi hour:tunti minute:minuutti today:tänään tomorrow:huomenna yesterday:eilen morning:aamu evening:ilta
  night:yö now:nyt then:sitten,silloin soon:pian late:myöhään early:aikaisin first:ensimmäinen,ensin
  last:viimeinen,viime next:seuraava future:tulevaisuus past:menneisyys always:aina often:usein sometimes:joskus
  again:taas,uudelleen already:jo still:vielä,edelleen maybe:ehkä probably:varmaan,luultavasti really:todella,oikeasti
  actually:oikeastaan,itse_asiassa very:hyvin_paljon,tosi,erittäin too:liian also:myös,kin even:jopa,edes
  just:juuri,vaan_niin quite:aika_lailla,melko almost:melkein at_least:ainakin,edes_jotain more:enemmän,lisää
  less:vähemmän most:eniten,suurin much:paljon many:monta,moni few:harva,muutama little:vähän enough:tarpeeksi,riittää
  some:jokin,jotkut all:kaikki,kaikkia everyone:jokainen every:joka_ainoa something:jotain,jotakin someone:joku
  nothing:mitään,ei_mitään nobody:kukaan,kenellekään,ei_kukaan never:koskaan,ei_koskaan other:muu,toinen,muut
  such:sellainen,tällainen together:yhdessä alone:yksin each_other:toisiaan yes:kyllä,joo,juu
  exactly:juuri_niin,täsmälleen okay:okei well:no,tota thanks:kiitos please:ole_hyvä hello:hei,moi,terve sorry:anteeksi
  welcome:tervetuloa of_course:tietysti,totta_kai for_example:esimerkiksi kind_of:vähän_niinku,tavallaan,niinku
  basically:periaatteessa especially:erityisesti,varsinkin instead:sijaan unfortunately:valitettavasti
  completely:täysin,kokonaan one:yksi,yhden,yhdessä_päivässä two:kaksi,kahden,kahdessa,kahta three:kolme,kolmen,kolmessa
  four:neljä five:viisi ten:kymmenen hundred:sata thousand:tuhat million:miljoona,miljoonan half:puoli,puolet
  percent:prosentti number:numero,luku people:ihmiset,ihmisiä human:ihminen,ihmisen man:mies woman:nainen
  child:lapsi,lapset family:perhe father:isä mother:äiti parents:vanhemmat brother:veli sister:sisko son:poika
  daughter:tytär husband:aviomies wife:vaimo,vaimolleni friend:ystävä,kaveri colleague:kollega boss:pomo
  employee:työntekijä customer:asiakas team:tiimi,joukkue group:ryhmä community:yhteisö society:yhteiskunta
  company:yritys,firma,yhtiö business:liiketoiminta,bisnes founder:perustaja entrepreneur:yrittäjä investor:sijoittaja
  invest:sijoittaa money:raha,rahat,rahaa price:hinta cost:maksaa,kustannus expensive:kallis cheap:halpa pay:maksu
  buy:ostaa sell:myydä,myynti profit:voittoa loss:tappio market:markkina,markkinat economy:talous tax:vero salary:palkka
  bank:pankki debt:velka poor:köyhä rich:rikas product:tuote service:palvelu brand:brändi advertising:mainos career:ura
  project:projekti plan:suunnitelma goal:tavoite idea:ajatus,idea thing:asia,juttu,asioita part:osa place:paikka
  way:tapa,tie point:piste,pointti problem:ongelma solution:ratkaisu reason:syy example:esimerkki case:tapaus
  story:tarina,kertomus life:elämä,elämäni live:elää,asua world:maailma country:maa,valtio city:kaupunki house:talo
  home:koti,kotona car:auto law:laki,oikeus government:hallitus politics:politiikka police:poliisi responsibility:vastuu
  rule:sääntö trust:luottamus,luottaa respect:kunnioitus value:arvo meaning:merkitys,tarkoittaa quality:laatu
  result:tulos effect:vaikutus pressure:paine,stressi process:prosessi step:askel level:taso relationship:suhde
  marriage:avioliitto born:syntyä generation:sukupolvi culture:kulttuuri habit:tapana meet:tavata
  meeting:kokous,tapaaminen topic:aihe news:uutiset episode:jakso remember:muistaa,muistan forget:unohtaa
  memory:muisto,muisti notice:huomata realize:tajuta,tajusin expect:odotus imagine:kuvitella accept:hyväksyä
  agree:samaa_mieltä depend:riippuu seem:vaikuttaa_siltä exist:olemassa attention:huomio smart:fiksu,älykäs stupid:tyhmä
  courage:rohkea,rohkeus proud:ylpeä ashamed:hävetä,häpeä guilty:syyllinen tired:väsynyt pain:kipu critical:kritiikki
  secret:salaisuus competition:kilpailu advantage:etu industry:teollisuus,ala terrible:kamala,hirveä perfect:täydellinen
  ready:valmis close:sulkea open:avoinna,auki,avata fall:pudota list:lista table:pöytä,pöydällä door:ovi,oven
  page:sivu,sivulla office:toimisto date:päivämäärä bankrupt:konkurssi channel:kanava subscribe:tilata,tilatkaa
  guest:vieras
`;
