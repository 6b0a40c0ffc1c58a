// What words of Turkish are in English (see ../read-gloss).

export const TURKISH = `
  and:ve,ile,hem or:veya,ya_da,yoksa but:ama,fakat,ancak,lakin so:yani,böylece,o_yüzden,dolayısıyla
  because:çünkü,zira,diye if:eğer,ise when:ne_zaman,iken,zaman as:gibi,olarak,kadar although:rağmen,halbuki,oysa
  that:ki,şu what:ne,neyi,nasıl_bir who:kim,kimi,kimin where:nerede,nereye,nereden how:nasıl why:neden,niye,niçin
  which:hangi,hangisi how_much:ne_kadar,kaç for:için,adına with:birlikte,beraber about:hakkında,ilgili,üzerine
  before:önce,önceden after:sonra,sonrasında until:değin between:arasında against:karşı without:olmadan under:altında
  on:üstünde,üzerinde inside:içinde,içeri outside:dışında,dışarı behind:arkasında,arka near:yanında,yakın
  through:aracılığıyla according_to:göre i:ben you:sen,siz,seni,sizi,sana,size we:biz us:bizi,bize me:beni,bana
  he:o,onu,ona thirty:otuz forty:kırk fifty:elli sixty:altmış bankrupt:iflas subscribe:abone channel:kanal
  disaster:felaket guest:konuk,misafir they:onlar,onları my:benim your:senin,sizin our:bizim his:onun their:onların
  this:bu,bunu,buna,bunun,bunlar,böyle that:şunu,onda those:şunlar self:kendi,kendim,kendini,kendine
  here:burada,buraya,burası there:orada,oraya,orası is:var,dir,dır,olur was:idi,vardı,oldu be:olmak,olan,olsun
  become:oluyor,olacak,olduk not:değil no:hayır,yok,hiçbir have:sahip can:bilir,mümkün,edebilir
  must:lazım,gerek,gerekiyor,zorunda,mecbur should:gereken,meli want:istemek,istiyorum,istiyor,isterim,ister
  wanted:istedim,istedi know:bilmek,biliyorum,biliyor,bilmiyorum,bilir_mi knew:biliyordum,bildim
  think:düşünmek,düşünüyorum,düşünüyor,sanıyorum,zannediyorum,düşün thought:düşündüm,sandım i_think:bence,bana_göre
  you_know:biliyorsun,biliyorsunuz,hani believe:inanmak,inanıyorum,inan
  say:demek,diyor,diyorum,der,söylemek,söylüyor,söyle said:dedi,dedim,dediler,söyledi,söyledim
  tell:anlatmak,anlat,anlattı,anlatıyor talk:konuşmak,konuş,konuşuyor,konuştuk,sohbet ask:sormak,sor,soruyor,sordu
  question:soru,soruyu answer:cevap,yanıt,cevapla explain:açıkla see:görmek,gör,görüyor,gördüm,gördü
  look:bakmak,bak,bakıyor,görünüyor hear:duymak,duy,duydum listen:dinlemek,dinle,dinleyici show:göstermek,göster
  find:bulmak,bul,buldum search:aramak,ara,arama read:okumak,oku write:yazmak,yaz,yazdım
  understand:anlamak,anla,anlıyorum,anladım go:gitmek,git,gidiyor,gidip,gitti come:gelmek,gel,geliyor,geldi
  leave:ayrılmak,ayrıl,bırak,bıraktım,çıkmak,çık happen:oluyor_bu,yaşan,gerçekleş stay:kalmak,kal,kaldı
  return:dönmek,dön,geri take:almak,al,aldım,alıyor give:vermek,ver,verdi,veriyor get:elde,kazan bring:getirmek,getir
  put:koymak,koy send:göndermek,gönder,yolla keep:tutmak,tut do:yapmak,yap,yapıyor,yaptım,yaptı,etmek,et,ediyor,etti
  make:hazırla create:yaratmak,yarat,oluştur build:inşa,kur,kurmak use:kullanmak,kullan work:çalışmak,çalış,iş,çalışıyor
  job:meslek start:başlamak,başla,başladı,başladım beginning:başlangıç,başında end:son,bitmek,bitti,bitir
  finally:sonunda,nihayet stop:durmak,dur,durdur continue:devam wait:beklemek,bekle try:denemek,dene,uğraş,çalıştım
  help:yardım support:destek follow:takip lead:yönet leader:lider,yönetici change:değişmek,değiş,değiştir,değişim
  grow:büyümek,büyü growth:büyüme develop:geliştir,geliş development:gelişme,gelişim developer:geliştirici,yazılımcı
  learn:öğrenmek,öğren,öğrendim teach:öğretmek,öğret teacher:öğretmen,hoca student:öğrenci study:araştırma,inceleme
  school:okul university:üniversite education:eğitim book:kitap word:kelime,söz sentence:cümle language:dil
  turkish:türk,türkçe turkey:türkiye english:ingilizce feel:hissetmek,hisset,hissediyorum feeling:duygu,his
  love:sevmek,sev,aşk,seviyorum like:beğen,hoşuma fear:korkmak,kork,korku,korktum hope:umut,umarım wish:keşke,dilek
  dream:rüya,hayal worry:endişe,merak_etme happy:mutlu,mutluluk,sevin sad:üzgün,üzül angry:kızgın,sinir,kız_dı,öfke
  surprise:sürpriz,şaşır,şaşırdım interesting:ilginç,enteresan interest:ilgi boring:sıkıcı,sıkıl funny:komik,eğlence
  laugh:gülmek,gül,kahkaha joke:şaka,espri cry:ağlamak,ağla crazy:deli,çılgın strange:garip,tuhaf
  amazing:inanılmaz,müthiş,harika,muhteşem good:iyi,güzel better:daha_iyi best:en_iyi bad:kötü,fena worse:daha_kötü
  beautiful:güzellik big:büyük,kocaman small:küçük,ufak long:uzun short:kısa new:yeni old:eski,yaşlı young:genç
  hard:zor,zorlu,güç easy:kolay,basit fast:hızlı,çabuk slow:yavaş strong:güçlü weak:zayıf high:yüksek low:düşük,alçak
  deep:derin free:özgür,bedava,ücretsiz important:önemli,mühim special:özel normal:normal usually:genellikle,genelde
  true:doğru,gerçek false:yanlış,sahte wrong:hata,hatalı honest:dürüst,açıkçası real:hakiki clear:açık,net,belli
  sure:emin,kesin complex:karmaşık possible:olabilir,imkan impossible:imkansız need:ihtiyaç different:farklı,başka
  difference:fark similar:benzer,benzi whole:bütün,tüm,hep only:sadece,yalnızca,tek personal:kişisel serious:ciddi
  dangerous:tehlikeli risk:risk safe:güvenli security:güvenlik power:kuvvet,iktidar success:başarı,başar,başarılı
  fail:başarısız mistake:hatam lesson:ders experience:deneyim,tecrübe skill:beceri,yetenek decide:karar,karar_ver
  choose:seçmek,seç,seçim advice:tavsiye,öneri chance:şans opportunity:fırsat challenge:meydan_okuma crisis:kriz
  war:savaş fight:kavga,mücadele win:kazanmak,kazandı,kazandım lose:kaybetmek,kaybet,kaybettim,kaybettik death:ölüm
  die:ölmek,öl,öldü kill:öldür sick:hasta,hastalık health:sağlık doctor:doktor,hekim hospital:hastane body:vücut,beden
  head:kafa,baş_ım brain:beyin heart:kalp,yürek eye:göz hand:el face:yüz sleep:uyumak,uyu,uyku eat:yemek,ye food:gıda
  drink:içmek,iç water:su coffee:kahve music:müzik song:şarkı game:oyun,maç play:oynamak,oyna movie:film,sinema
  picture:fotoğraf,resim art:sanat travel:seyahat,gezi holiday:tatil god:allah,tanrı nature:doğa earth:dünya,toprak
  science:bilim technology:teknoloji,teknik machine:makine computer:bilgisayar artificial:yapay intelligence:zeka
  data:veri network:ağ internet:internet phone:telefon user:kullanıcı model:model system:sistem time:vakit,süre,sefer
  times:kere,kez,kat year:yıl,sene,yaş day:gün week:hafta month:ay hour:saat minute:dakika second:saniye,ikinci
  today:bugün tomorrow:yarın yesterday:dün morning:sabah evening:akşam night:gece now:şimdi,artık,şu_an
  then:o_zaman,sonra_da soon:yakında,hemen late:geç early:erken suddenly:birden,aniden first:ilk,birinci,öncelikle
  last:geçen next:gelecek_sefer,sonraki future:gelecek past:geçmiş always:her_zaman,daima,hep_de often:sık,sıkça
  sometimes:bazen again:tekrar,yine,yeniden already:zaten,çoktan still:hala,hâlâ,daha maybe:belki,galiba,herhalde
  probably:muhtemelen definitely:kesinlikle,mutlaka really:gerçekten,cidden,hakikaten actually:aslında,esasında
  very:çok,gayet too:fazla also:da,de,ayrıca even:bile,hatta just:tam quite:oldukça,epey almost:neredeyse,hemen_hemen
  at_least:en_azından more:daha_çok most:en,çoğu much:bayağı many:birçok,pek_çok few:az,birkaç little:biraz
  enough:yeter,yeterli some:bazı all:herkes,hepsi everything:her_şey,herşey every:her something:bir_şey,birşey
  someone:biri,birisi nothing:hiçbir_şey nobody:kimse,hiç_kimse never:asla,hiç same:aynı other:diğer,öteki
  such:şöyle,öyle together:beraberce alone:yalnız each_other:birbiri yes:evet exactly:aynen,tam_olarak okay:tamam,peki
  well:işte,yahu,e,şey thanks:teşekkür,sağol please:lütfen hello:merhaba,selam sorry:özür,pardon,kusura
  welcome:hoş_geldin,hoşgeldin of_course:tabii,tabi,elbette for_example:mesela,örneğin kind_of:bir_tür,falan,filan
  basically:temelde,temel especially:özellikle,bilhassa instead:yerine anyway:neyse,zaten_de by_the_way:bu_arada
  unfortunately:maalesef,ne_yazık_ki completely:tamamen,bütünüyle a:bir two:iki three:üç four:dört five:beş six:altı
  seven:yedi eight:sekiz nine:dokuz ten:on hundred:yüz_bin thousand:bin million:milyon billion:milyar half:yarım,yarı
  percent:yüzde number:sayı,numara people:insanlar,millet,halk human:insan person:kişi man:adam,erkek woman:kadın
  child:çocuk girl:kız family:aile father:baba mother:anne parents:ebeveyn brother:abi,erkek_kardeş,kardeş sister:abla
  husband:koca wife:eş,karı friend:arkadaş,dost boss:patron,müdür employee:çalışan,eleman customer:müşteri partner:ortak
  team:takım,ekip group:grup community:topluluk society:toplum company:şirket,firma business:ticaret founder:kurucu
  entrepreneur:girişimci investor:yatırımcı invest:yatırım money:para price:fiyat cost:maliyet expensive:pahalı
  cheap:ucuz pay:ödemek,öde buy:satın_al,almıştık sell:satmak,sat,satış profit:kâr,kar loss:kayıp,zarar
  market:pazar,piyasa economy:ekonomi tax:vergi salary:maaş bank:banka debt:borç poor:fakir,yoksul rich:zengin
  product:ürün service:hizmet brand:marka advertising:reklam career:kariyer project:proje task:görev plan:plan
  goal:hedef,amaç idea:fikir thing:şeyi part:parça,bölüm place:yer way:yol,şekil,biçim point:nokta
  problem:problem,sorun,mesele solution:çözüm,çöz reason:sebep,nedeni example:örnek case:durum story:hikaye,hikâye,öykü
  life:hayat,yaşam live:yaşamak,yaşa,otur world:dünyada country:ülke,memleket city:şehir,kent house:ev room:oda
  door:kapı car:araba law:kanun,yasa,hukuk government:hükümet,devlet politics:siyaset,politika police:polis right_to:hak
  responsibility:sorumluluk rule:kural trust:güven respect:saygı value:değer meaning:anlam quality:kalite
  effort:çaba,emek result:sonuç effect:etki pressure:baskı,stres process:süreç step:adım strategy:strateji
  level:seviye,düzey relationship:ilişki marriage:evlilik,evlen born:doğ,doğdum generation:nesil,kuşak culture:kültür
  habit:alışkanlık meet:tanış,buluş,karşılaş meeting:toplantı event:olay,etkinlik interview:röportaj,mülakat topic:konu
  content:içerik news:haber remember:hatırla forget:unutmak,unut memory:anı,hafıza notice:fark_et,farkında
  expect:beklenti imagine:hayal_et compare:karşılaştır accept:kabul agree:katıl depend:bağlı exist:mevcut lack:eksik
  join:dahil attention:dikkat focus:odaklan smart:akıllı,zeki stupid:aptal,salak brave:cesur,cesaret proud:gurur
  ashamed:utanç,utan guilty:suç,suçlu tired:yorgun,yorul pain:acı,ağrı critical:eleştiri secret:sır,gizli
  competition:rekabet,rakip advantage:avantaj industry:sektör,endüstri throw:at fall:düşmek,düş rise:yüksel,art
  close:kapat,kapalı run:koş walk:yürü sit:oturmak information:bilgi
`;
