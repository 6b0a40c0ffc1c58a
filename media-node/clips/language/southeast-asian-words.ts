// The words of Indonesian, with those that Malay has instead, of Vietnamese and of Thai (see language-words). Vietnamese writes a
// space behind each syllable, so that words of two syllables stand here by them only where one alone says the same; words of Thai
// are those that a dictionary parts.
import type { WordTable } from "./word-table.ts";

export const INDONESIAN: WordTable = {
  stop: `ada adalah agar akan aku anda antara apa apakah atau awak bagaimana bagi bahwa bahawa baik banyak baru begitu belum bila
    bisa boleh bukan cuma dalam dan dapat dari daripada dengan di dia diri dulu gak guna hal hanya harus hingga ia ialah ini itu
    jadi jangan jika juga kalau kalian kami kamu kan karena kata kau ke kemudian kenapa kepada kerana kita kok lagi lah lain lalu
    lebih maka malah mana masih mau mahu melakukan memang mengapa mereka mesti mungkin nah namun nggak nya oleh pada paling para
    perlu pernah pun saat saja saya sama sampai sangat se sebab sebagai sebelum sebuah sedang seorang seperti serta sesuatu setelah
    setiap siapa sih sini situ suatu sudah supaya tak tapi telah tentang terhadap tersebut tetapi tiada tidak untuk waktu walau
    yang ya yaitu gue gua lu lo dong deh enggak udah aja kayak banget buat sama punya cikgu macam bukan sahaja saja pula`,
  general: `hari minggu bulan tahun jam menit minit waktu kali pagi siang malam kemarin besok orang manusia anak hal perkara cara bagian
    bahagian awal akhir contoh pertanyaan soalan masalah hidup kehidupan dunia setengah rupiah ringgit persen pertama kedua ketiga
    terakhir satu dua tiga empat lima enam tujuh delapan lapan sembilan sepuluh puluh ratus ribu juta`,
  signs: {
    and: "dan serta",
    but: "tapi tetapi namun",
    or: "atau",
    so: "jadi maka makanya",
    because: "karena kerana sebab",
    also: "juga lalu kemudian terus selain",
    yeah: "ya iya betul tentu",
    no: "tidak nggak enggak bukan",
    right: "benar",
    exactly: "tepat persis",
    okay: "oke ok baik",
    well: "nah",
    he: "dia ia mereka",
    this: "itu ini",
    in: "di ke dari dengan untuk pada dalam oleh bagi tentang dan yang sangat",
    which: "bahwa bahawa",
    what: "kenapa mengapa bagaimana siapa apa apakah kapan berapa",
  },
  hesitations: "eh eee hmm anu",
  determiners: "sebuah seorang suatu para setiap",
  pronounArticles: "",
  tags: /^(?:kan|ya|ya kan|bukan|benar kan|betul kan|betul tak|tahu nggak|ngerti|paham|oke|faham)$|(?:^| )(?:kan|bukan)$/,
  joining: /^(?:dan|tapi|tetapi|namun)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:nah|jadi|ya|oke|iya|memang|sebenarnya|pokoknya|begini|betul)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:selamat datang|sampai (?:jumpa|ketemu)|jumpa lagi|jangan lupa (?:subscribe|like|langganan|follow)|subscribe|langgan\p{L}*|sponsor\p{L}*|terima kasih (?:sudah|telah|kerana|karena|atas)|episode (?:ini|baru|kali ini)|episod (?:ini|baru))(?!\p{L})/u,
};

export const VIETNAMESE: WordTable = {
  stop: `ai anh à ạ ấy bạn bao bị bởi các cả cái cần cho chỉ chị chính cho chúng chưa chứ có còn con cô của cũng cứ do dù đã đang đây để đến đi
    đó đều được em gì hay hãy hắn hết hoặc họ hơn hôm khi không kể kia là làm lại lên lúc luôn lắm mà mày mình mỗi một mới mọi nào này nên
    nếu nó nói nữa nhé nhiều như nhưng những nhau nhất ở ông phải qua quá ra rất rằng rồi sao sau sẽ sự ta tại thế theo thì thôi thật trên
    trong trước tôi tới từ tự và vào vậy vẫn về vì với vừa xong ừ xuống`,
  general: `ngày tháng năm tuần giờ phút lần lúc sáng trưa chiều tối đêm người việc chuyện điều cách phần đầu cuối ví dụ câu hỏi vấn đề
    cuộc sống thế giới nửa đồng hai ba bốn năm sáu bảy tám chín mười trăm nghìn ngàn triệu tỷ`,
  signs: {
    and: "và",
    but: "nhưng",
    or: "hoặc",
    so: "nên",
    because: "vì bởi",
    also: "cũng rồi",
    yeah: "vâng ừ dạ đúng",
    okay: "ok được",
    well: "thì",
    he: "nó họ hắn",
    this: "đó đây",
    in: "của trong với từ bởi và những các rất cho",
    which: "rằng",
    what: "sao",
  },
  hesitations: "ờ ờm ừm hmm",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:hả|nhỉ|nhé|à|phải không|đúng không|hiểu không|biết không|đúng chứ)$|(?:^| )(?:phải không|đúng không|nhỉ)$/,
  joining: /^(?:và|nhưng(?: mà)?)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:vâng|dạ|ừ|à|đúng rồi|thực ra|nói chung|thật ra|ok)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:chào mừng|xin chào|hẹn gặp lại|tạm biệt|đăng ký kênh|nhấn (?:nút )?đăng ký|tài trợ|cảm ơn (?:các bạn|bạn|mọi người|quý vị)|tập (?:này|mới)|số (?:này|mới)(?= của))(?!\p{L})/u,
};

export const THAI: WordTable = {
  stop: `ที่ และ ก็ ว่า ใน มี เป็น ของ ได้ ให้ ไป มา จะ ไม่ ไม่ใช่ ไม่ได้ นี้ นั้น กับ แล้ว แต่ หรือ จาก โดย เพราะ ถ้า เมื่อ ซึ่ง อยู่ คือ ต้อง ยัง เรา เขา
    ผม ฉัน คุณ มัน เธอ พวก พวกเขา พวกเรา กัน ด้วย อีก ทำ อะไร ทำไม ยังไง อย่างไร ใคร ที่ไหน เมื่อไหร่ เท่าไหร่ ครับ ค่ะ คะ นะ สิ ล่ะ หรอก เลย จริง จริงๆ มาก
    มากๆ เอง ตัวเอง ทุก บาง หลาย แค่ เท่า อย่าง การ ความ ถึง ขึ้น ลง ออก เข้า ต่อ ตอน นี่ นั่น โน่น อาจ ควร เคย กำลัง แบบ พอ พูด บอก รู้ คิด
    เห็น อยาก กว่า ที่สุด เพื่อ ฉะนั้น ดังนั้น เหมือน สำหรับ ระหว่าง ก่อน หลัง หลังจาก ใช่ ต้องการ ใช้ สิ่ง ทั้ง ทั้งหมด น่า ชอบ รู้สึก เรียก เริ่ม`,
  general: `วัน ปี เดือน สัปดาห์ อาทิตย์ ชั่วโมง นาที ครั้ง เวลา เช้า เย็น คืน วันนี้ เมื่อวาน พรุ่งนี้ คน ผู้ชาย ผู้หญิง เรื่อง วิธี ส่วน สุดท้าย ตัวอย่าง คำถาม ปัญหา ชีวิต โลก
    ครึ่ง บาท เปอร์เซ็นต์ แรก หนึ่ง สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ ร้อย พัน หมื่น แสน ล้าน ทุกคน`,
  signs: {
    and: "และ แล้ว",
    but: "แต่",
    or: "หรือ",
    so: "ดังนั้น ฉะนั้น",
    because: "เพราะ",
    yeah: "ใช่ ครับ ค่ะ อืม เออ",
    okay: "โอเค",
    he: "เขา มัน เธอ พวกเขา",
    this: "นี่ นั่น",
    in: "ของ จาก กับ โดย เพื่อ สำหรับ ใน",
    which: "ซึ่ง ว่า ที่",
    what: "ทำไม ใคร อะไร",
  },
  hesitations: "เอ่อ อ่า เอิ่ม อืมม",
  determiners: "",
  pronounArticles: "",
  tags: /(?:ใช่ไหม|ใช่มั้ย|ใช่หรือเปล่า|ถูกไหม|จริงไหม|เนอะ)(?:ครับ|คะ|ค่ะ)?$/u,
  // "แต่ละ" is "each", "แต่ง" is another word.
  joining: /^(?:และ|แต่(?!ละ|ก่อน|เดิม|ง))/u,
  leadIns: /^(?:ครับ|ค่ะ|ใช่|อืม|เออ|โอเค)(?=,)/u,
  housekeeping:
    /(?:ยินดีต้อนรับ|สวัสดี(?:ครับ|ค่ะ|ทุกคน|ทุกท่าน)|กด(?:ติดตาม|ไลก์|ไลค์|ซับ)|สปอนเซอร์|ขอบคุณ(?:ที่|ทุกคน|ทุกท่าน|คุณผู้)|(?:พบ|เจอ)กันใหม่|ลาก่อน|ตอนใหม่ของ)/u,
};
