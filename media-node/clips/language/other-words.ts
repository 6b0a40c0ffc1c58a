// The words of Russian, Turkish, Japanese, Chinese and Arabic (see language-words). Words of Japanese and Chinese are those
// that a dictionary parts.
import type { WordTable } from "./word-table.ts";

export const RUSSIAN: WordTable = {
  stop: `и а но или да нет не ни же ли бы что чтобы как так там тут где когда потому почему зачем кто какой какая если то это
    этот эта эти тот та те я ты он она оно мы вы они меня тебя его её их нас вас мне тебе ему ей нам вам им мой моя моё мои
    твой свой своя свои наш ваш в во на с со к ко у о об от до из за по под над при без для про через между был была было были
    быть есть буду будет уже ещё тоже только очень вот ну всё все весь вся всех ничего никто себя себе можно надо нужно
    теперь тогда потом сейчас здесь чем`,
  general: `день дня дней год года лет неделя недели недель месяц месяца месяцев час часа часов минута минут раз раза время
    времени человек люди людей вещь вещи дело жизнь жизни мир пример момент часть половина начало конец утро вечер ночь`,
  signs: {
    and: "и",
    but: "но а однако",
    or: "или либо",
    so: "поэтому значит",
    because: "потому",
    also: "тоже также причём тогда потом затем",
    yeah: "да ага конечно",
    no: "нет",
    right: "верно правда",
    exactly: "точно именно",
    okay: "ладно хорошо",
    well: "ну",
    he: "он она они",
    this: "это",
    in: "в во на с со к у о об от до из за по под над при без для про если не и",
    which: "что чтобы который которая которые",
    what: "почему зачем кто когда где сколько",
  },
  hesitations: "э ээ эээ эм ммм",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:да|правда|верно|так|знаешь|понимаешь|правильно)$|(?:^| )не так ли$/,
  joining: /^(?:и|а|но|ну)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:да|ну да|в общем|короче|кстати)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:добро пожаловать|до (?:свидания|новых встреч)|подпис\p{L}*|спонсор\p{L}*|спасибо (?:что|за|тебе|вам)|всем привет|этот выпуск)(?!\p{L})/u,
};

export const TURKISH: WordTable = {
  stop: `ve veya ya da de ile ama fakat çünkü ki mi mı mu mü bir bu şu o ben sen biz siz onlar bana sana ona bize size onu beni
    seni bunu şunu benim senin onun bizim ne neden niye nasıl kim nerede değil yok var çok daha en az gibi için kadar sonra önce
    diye her hiç bütün tüm herkes kimse şey hem eğer zaten işte yani hani artık şimdi evet hayır oldu olan olarak dedi
    dedim diyor olduğunu bile sadece peki`,
  general:
    "gün günü gece sabah akşam saat dakika yıl yılda ay hafta zaman kere kez insan insanlar adam kadın hayat dünya",
  signs: {
    and: "ve",
    but: "ama fakat ancak",
    or: "veya yoksa",
    so: "dolayısıyla",
    because: "çünkü",
    also: "sonra ayrıca",
    yeah: "evet tabii",
    no: "hayır",
    right: "doğru",
    exactly: "aynen kesinlikle",
    okay: "tamam",
    well: "peki işte yani",
    he: "onlar onun",
    this: "bu bunu",
    in: "bir bu şu ve çok en daha",
    what: "neden niye nasıl kim nerede",
  },
  hesitations: "ee eee ıı ııı hmm",
  determiners: "bir bu şu o her",
  pronounArticles: "",
  tags: /^(?:tamam mı|anladın mı|biliyor musun|tabii)$|(?:^| )(?:değil mi|di mi)$/,
  joining: /^(?:ve|ama|fakat|peki)(?![\p{L}\p{N}-])/iu,
  leadIns: /^(?:evet|yani|şimdi|işte|tamam|bak|valla)(?=,)/iu,
  housekeeping:
    /(?<!\p{L})(?:hoş ?geldin\p{L}*|görüşmek üzere|görüşürüz|abone|sponsor\p{L}*|teşekkür (?:ederim|ederiz)|hoşça kal\p{L}*|bu bölüm\p{L}*)(?!\p{L})/u,
};

export const JAPANESE: WordTable = {
  stop: `の に は を が と で も から まで より へ や か ね よ な て た だ です ます でした ました ん し れ い する した して いる
    いた ある あった こと もの それ これ あれ その この あの ここ そこ そう どう 何 なに 私 僕 俺 あなた 彼 彼女 人 時 今 中 方
    よう ため ので のに けど って なん 思う 思い 言う 言い 言っ 行っ 来 なっ なる 本当 一番 全部 みんな とても そして でも だから`,
  general:
    "日 年 月 週間 時間 分 朝 夜 今日 明日 昨日 最初 最後 自分 場合 問題 話 前 後 次 半年 一度 一日 二週間 必要",
  signs: {
    and: "そして それから",
    but: "でも しかし ただ だけど",
    so: "だから それで そこで",
    because: "だって なぜなら",
    also: "また それに",
    yeah: "はい うん ええ",
    no: "いいえ いや",
    okay: "じゃあ では",
    this: "それ これ",
  },
  hesitations: "えー えっと ええと あのー えーと うーん",
  determiners: "",
  pronounArticles: "",
  tags: /^(?!.*(?:何|なぜ|誰|どう|どこ|どれ|どんな|いつ|いくら)).*(?:よね|ですね|でしょう|でしょ)$/u,
  joining: /^(?:そして|でも|だから|それで)(?=[、\s])/u,
  leadIns: /^(?:はい|うん|ええ|えっ|じゃあ|まあ|いや|それがですね)(?=、)/u,
  housekeeping:
    /(?:ようこそ|また次回|チャンネル登録|スポンサー|ありがとうございました|さようなら|今回のエピソード)/u,
};

export const CHINESE: WordTable = {
  stop: `的 了 是 在 我 你 他 她 它 我们 你们 他们 这 那 这个 那个 这样 那样 什么 怎么 为什么 谁 哪 哪里 就 也 都 还 又 再 很
    太 更 最 不 没 没有 有 要 会 能 可以 说 去 来 到 把 被 给 对 跟 和 与 或者 但 但是 因为 所以 如果 而且 然后 后来 其实
    一个 一 个 着 过 吗 呢 吧 啊 里 上 下 里面 的话 知道 觉得 真的 自己 喜欢 认识 决定 开始 已经 现在 时候 以后 以前 从来 任何 旁边 东西 大家 结果
    們 我們 你們 他們 她們 這 這個 那個 這樣 那樣 這些 什麼 怎麼 為什麼 誰 哪裡 還 沒 沒有 會 說 來 給 對 與 但 因為 如果 而且 然後 後來 其實
    個 著 過 嗎 裡 裡面 這裡 的話 覺得 喜歡 認識 決定 開始 已經 現在 時候 以後 從來 旁邊 東西 結果`,
  general:
    "人 年 月 天 今天 明天 昨天 第一 第二 第一年 第二年 今年 去年 时间 時間 问题 問題 事情 有人 一年 三个月 三個月 中间 中間 两千 兩千 一千 八百",
  signs: {
    and: "而且 并且 並且",
    but: "但是 但 可是 不过 不過",
    or: "或者",
    so: "所以 于是 因此",
    because: "因为 因為",
    also: "也 另外 然后 然後",
    yeah: "对 對 嗯 是的",
    okay: "好 好的",
    he: "他 她 他们 他們",
    this: "它 这 这个 這 這個",
  },
  hesitations: "呃 嗯嗯 额",
  determiners: "",
  pronounArticles: "",
  tags: /^(?:对吧|是吧|对不对|是不是|好吗|对吗|是吗)$/,
  joining: /^(?:而且|但是|可是|不过|所以)(?=[，\s])/u,
  leadIns: /^(?:对|嗯|好|那|其实|是的)(?=，)/u,
  housekeeping:
    /(?:[欢歡]迎|再[见見]|[订訂][阅閱]|[赞贊]助|感[谢謝](?:收[听聽]|收看|大家)|[关關]注我[们們]|[这這]期[节節]目)/u,
};

export const ARABIC: WordTable = {
  stop: `في من على إلى عن مع أن إن أنا أنت هو هي نحن هم ما ماذا كيف لماذا متى أين هل لا لم لن ليس كان كانت هذا هذه ذلك تلك
    الذي التي و أو ثم لكن ولكن لأن لأنه حتى قد كل بعد قبل عند لي لك له لها قال قلت يعني طيب والله اليوم شيء مثل جدا جداً يا
    أول كنت وأنا وهو ومن لو إذا بعض غير فقط أيضا أيضاً منذ بين تحت فوق`,
  general: "اليوم السنة سنة سنوات يوم أيام شهر الوقت الناس الشيء مرة الماضية الأول العشرين الحياة العالم",
  signs: {
    and: "ثم",
    but: "لكن ولكن بس",
    or: "أو",
    so: "لذلك ولذلك فلذلك إذن",
    because: "لأن لأنه لأني",
    yeah: "نعم أيوه صح",
    no: "لا",
    okay: "طيب تمام",
    well: "والله يعني",
    he: "هو هي هم",
    this: "هذا هذه ذلك",
    in: "في من على إلى عن مع أن إن الذي التي أو",
    what: "ماذا كيف لماذا متى أين هل",
  },
  hesitations: "آه اممم",
  determiners: "هذا هذه ذلك تلك",
  pronounArticles: "",
  tags: /^(?:صح|صحيح|مو هيك|ها)$|(?:^| )أليس كذلك$/,
  joining: /^(?:لكن|ولكن|ثم)(?![\p{L}\p{N}])/u,
  leadIns: /^(?:طيب|نعم|يعني|والله|أيوه)(?=،)/u,
  housekeeping: /(?<!\p{L})(?:أهلا|مرحبا|إلى اللقاء|اشترك\p{L}*|شكرا|شكراً|مع السلامة|هذه الحلقة)(?!\p{L})/u,
};
