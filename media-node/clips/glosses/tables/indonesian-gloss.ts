// What words of Indonesian are in English (see ../read-gloss).

export const INDONESIAN = `
  and:dan,serta or:atau but:tapi,tetapi,namun so:jadi,maka,sehingga because:karena,sebab if:kalau,jika
  when:ketika,saat,waktu_itu,kapan as:seperti,sebagai although:meskipun,walaupun that:bahwa,yang who:siapa what:apa
  where:mana,di_mana why:kenapa,mengapa how:bagaimana,gimana how_much:berapa for:untuk,bagi,buat with:dengan,sama
  about:tentang,soal,mengenai before:sebelum after:setelah,sesudah until:sampai,hingga between:antara without:tanpa
  under:bawah over:atas against:melawan,terhadap through:melalui,lewat in:di,dalam to:ke,kepada from:dari
  i:saya,aku,gue,gua you:kamu,anda,lu,kalian,elo he:dia,ia,beliau we:kita,kami they:mereka self:diri,sendiri,dirinya
  this:ini that_one:itu,tersebut here:sini there:sana,situ is:adalah,ada,ialah not:tidak,bukan,nggak,gak,enggak,tak,ngga
  have:punya,memiliki can:bisa,dapat,mampu must:harus,mesti,wajib should:sebaiknya,seharusnya want:mau,ingin,pengen
  know:tahu,tau,mengenal,kenal think:pikir,berpikir,rasa,kira,menurut_saya,mikir believe:percaya,yakin
  say:bilang,berkata,mengatakan,kata tell:cerita,menceritakan,ceritakan,bercerita talk:bicara,ngomong,berbicara,ngobrol
  ask:tanya,bertanya,minta question:pertanyaan answer:jawab,jawaban explain:jelaskan,menjelaskan see:lihat,melihat,liat
  look:kelihatan,tampak hear:dengar,mendengar listen:dengarkan,pendengar show:tunjukkan,menunjukkan
  find:temukan,menemukan,ketemu search:cari,mencari read:baca,membaca write:tulis,menulis
  understand:mengerti,paham,ngerti come:datang become:menjadi,jadi_seorang go:pergi,berangkat
  leave:tinggalkan,keluar,meninggalkan happen:terjadi stay:tinggal,tetap return:kembali,pulang take:ambil,mengambil,bawa
  give:beri,kasih,memberikan,memberi get:dapatkan,mendapat,dapet put:taruh,simpan send:kirim,mengirim keep:terus,menjaga
  make:buat_itu,bikin,membuat do:lakukan,melakukan,kerjakan create:ciptakan,menciptakan build:bangun,membangun
  use:pakai,gunakan,menggunakan,pake work:kerja,bekerja,pekerjaan job:karier start:mulai,memulai
  end:akhir,selesai,berakhir finally:akhirnya stop:berhenti,stop continue:lanjut,melanjutkan wait:tunggu,menunggu
  try:coba,mencoba help:bantu,membantu,bantuan support:dukung,dukungan lead:memimpin leader:pemimpin
  change:ubah,berubah,perubahan,mengubah improve:memperbaiki,meningkatkan grow:tumbuh,berkembang growth:pertumbuhan
  development:perkembangan,pengembangan developer:pengembang learn:belajar,mempelajari teach:mengajar teacher:guru,dosen
  student:murid,mahasiswa,siswa school:sekolah university:kampus,universitas study:penelitian,kuliah book:buku
  language:bahasa indonesian:indonesia english:inggris feel:merasa,merasakan,rasanya feeling:perasaan,emosi
  love:cinta,sayang,mencintai like:suka hate:benci fear:takut,ketakutan hope:harap,berharap,harapan,semoga dream:mimpi
  worry:khawatir happy:senang,bahagia,gembira sad:sedih angry:marah surprise:kaget,kejutan interesting:menarik
  interest:tertarik,minat boring:bosan,membosankan funny:lucu laugh:tertawa,ketawa joke:bercanda,lelucon
  cry:menangis,nangis crazy:gila weird:aneh amazing:luar_biasa,keren,hebat good:baik,bagus better:lebih_baik
  best:terbaik,paling_baik bad:buruk,jelek worse:lebih_buruk beautiful:indah,cantik big:besar,gede small:kecil
  long:panjang,lama short:pendek new:baru old:tua,lama_sekali young:muda,anak_muda hard:susah,sulit,berat
  easy:mudah,gampang fast:cepat slow:lambat,pelan strong:kuat weak:lemah high:tinggi low:rendah deep:dalam_sekali
  full:penuh free:bebas,gratis important:penting special:khusus,spesial normal:biasa,normal usually:biasanya
  true:benar,bener,betul,kebenaran wrong:salah honest:jujur real:nyata,beneran clear:jelas sure:pasti possible:mungkin
  impossible:mustahil need:perlu,butuh,kebutuhan different:beda,berbeda difference:perbedaan similar:mirip
  same:sama_saja whole:seluruh,semuanya only:hanya,cuma,satu_satunya serious:serius dangerous:bahaya,berbahaya
  risk:risiko power:kekuatan,kekuasaan success:sukses,berhasil,keberhasilan fail:gagal failure:kegagalan
  mistake:kesalahan lesson:pelajaran experience:pengalaman,mengalami decide:memutuskan decision:keputusan
  choose:pilih,memilih choice:pilihan advice:nasihat,saran chance:kesempatan opportunity:peluang challenge:tantangan
  crisis:krisis war:perang fight:berjuang,bertengkar win:menang lose:kehilangan,kalah,rugi death:kematian
  die:mati,meninggal kill:bunuh,membunuh sick:sakit disease:penyakit health:kesehatan,sehat doctor:dokter
  body:tubuh,badan head:kepala brain:otak heart:hati,jantung eye:mata hand:tangan face:wajah,muka sleep:tidur eat:makan
  food:makanan drink:minum coffee:kopi water:air music:musik song:lagu game:permainan play:main,bermain film:film
  picture:gambar,foto travel:perjalanan,jalan_jalan god:tuhan,allah nature:alam earth:bumi science:ilmu
  technology:teknologi computer:komputer artificial:buatan intelligence:kecerdasan data:data phone:telepon,hp
  user:pengguna system:sistem time:waktu,kali year:tahun day:hari week:minggu month:bulan hour:jam minute:menit
  today:hari_ini tomorrow:besok yesterday:kemarin morning:pagi evening:sore night:malam now:sekarang
  then:lalu,kemudian,terus_itu soon:segera late:terlambat first:pertama last:terakhir next:berikutnya,depan
  future:masa_depan past:masa_lalu,dulu always:selalu often:sering sometimes:kadang,kadang_kadang again:lagi
  already:sudah,udah,telah still:masih maybe:barangkali,mungkin_saja really:sungguh,benar_benar,banget
  actually:sebenarnya,sebetulnya very:sangat,sekali too:terlalu also:juga,pun even:bahkan just:saja,aja quite:cukup
  almost:hampir at_least:minimal,setidaknya more:lebih,lagi_lebih less:kurang most:paling,kebanyakan many:banyak
  few:sedikit enough:cukup_sudah some:beberapa all:semua everyone:semua_orang every:setiap,tiap something:sesuatu
  someone:seseorang nothing:tidak_ada_apa nobody:siapa_pun,siapapun never:tidak_pernah,gak_pernah,nggak_pernah
  other:lain,lainnya such:begitu,begini together:bersama,bareng alone:sendirian each_other:saling yes:ya,iya
  exactly:persis,tepat okay:oke,baiklah well:nah,ya_udah thanks:terima_kasih,makasih please:tolong,silakan
  hello:halo,hai sorry:maaf welcome:selamat_datang of_course:tentu,tentunya for_example:misalnya,contohnya
  kind_of:semacam,kayak basically:pada_dasarnya,intinya especially:terutama,khususnya instead:malah
  unfortunately:sayangnya completely:sama_sekali,sepenuhnya one:satu,sebuah,seorang two:dua three:tiga four:empat
  five:lima ten:sepuluh hundred:seratus,ratus thousand:ribu,seribu million:juta billion:miliar half:setengah
  percent:persen number:angka,nomor,jumlah people:orang,masyarakat human:manusia man:pria,laki_laki,cowok
  woman:wanita,perempuan,cewek child:anak family:keluarga father:ayah,bapak,papa mother:ibu,mama parents:orang_tua
  brother:kakak,adik husband:suami wife:istri,istriku friend:teman,sahabat boss:bos,atasan employee:karyawan
  customer:pelanggan,konsumen,klien team:tim group:kelompok,grup community:komunitas company:perusahaan
  business:bisnis,usaha founder:pendiri entrepreneur:pengusaha investor:investor invest:investasi money:uang,duit
  price:harga cost:biaya expensive:mahal cheap:murah pay:bayar,membayar buy:beli,membeli sell:jual,menjual,jualan
  profit:untung,keuntungan loss:kerugian market:pasar economy:ekonomi tax:pajak salary:gaji bank:bank debt:utang,hutang
  poor:miskin rich:kaya product:produk service:layanan,jasa brand:merek advertising:iklan project:proyek plan:rencana
  goal:tujuan,target idea:ide thing:hal,barang part:bagian place:tempat way:cara,jalan point:poin,titik problem:masalah
  solution:solusi reason:alasan example:contoh case:kasus story:kisah,cerita_itu life:hidup,kehidupan world:dunia
  country:negara city:kota house:rumah car:mobil law:hukum,undang government:pemerintah politics:politik police:polisi
  responsibility:tanggung_jawab rule:aturan trust:kepercayaan respect:hormat value:nilai meaning:arti,makna
  quality:kualitas result:hasil effect:efek,dampak influence:pengaruh pressure:tekanan,stres process:proses step:langkah
  level:tingkat relationship:hubungan marriage:pernikahan,nikah,menikah born:lahir generation:generasi culture:budaya
  habit:kebiasaan meet:bertemu,ketemu_sama meeting:rapat topic:topik,tema news:berita episode:episode share:berbagi
  remember:ingat,mengingat forget:lupa memory:kenangan realize:sadar,menyadari expect:mengharapkan imagine:bayangkan
  compare:bandingkan accept:terima,menerima agree:setuju depend:tergantung attention:perhatian smart:pintar,cerdas
  stupid:bodoh,goblok courage:berani,keberanian proud:bangga ashamed:malu guilty:bersalah tired:capek,lelah
  pain:rasa_sakit critical:kritik secret:rahasia competition:persaingan,kompetisi advantage:keunggulan,kelebihan
  industry:industri terrible:parah,mengerikan perfect:sempurna ready:siap close:tutup open:buka,terbuka fall:jatuh
  list:daftar table:meja door:pintu page:halaman office:kantor date:tanggal bankrupt:bangkrut channel:kanal,channel
  subscribe:langganan guest:tamu document:dokumen
`;
