// What words of Japanese are in English (see ../read-gloss).

export const JAPANESE = `
  -:ました,ます,でした,しました,ことにしました,は,が,を,に,の,も,て,た,だ,で,と,な,ね,よ,さ,わ,ぞ,か,し,れ,られ,せ,せる,れる,られる,まし,ませ,です,でし,でしょ,う,ん,っ,る,い,く,け,き,ば,たり,だり,ちゃ,じゃ,ござい,って,という,ので,のに,んで,んです,んだ,なん,なんです,である,だっ,だろ,ですね,ますね,ところ,こと,もの,よう,そう,み,いく,くる,しまう,しまっ,ちゃっ,おく,おい,ござる,つ,ら,方,的,化,者,達,たち,さん,様,くん,ちゃん,お,ご
  and:そして,それから,また,及び,しかも,さらに or:または,あるいは,それとも but:でも,しかし,けど,けれど,けれども,だけど,ただ,ところが,がしかし so:だから,なので,それで,したがって,つまりだから
  because:なぜなら,から,ため if:もし,なら,たら,れば when:時,とき,際 as:として,通り while:ながら,間 that:そのこと,あれ,あのこと what:何,なに,なんだろ who:誰,だれ where:どこ
  how:どう,どうやって why:なぜ,なんで,どうして which:どれ,どの,どちら how_much:いくら,どれくらい when_is:いつ i:私,わたし,僕,ぼく,俺,おれ,自分,わたくし,あたし
  you:あなた,君,お前,皆さん,みなさん we:私たち,僕ら,我々,僕たち,われわれ he:彼,あいつ she:彼女 they:彼ら,みんな this:これ,この,こちら,こう,こういう,こんな
  that:それ,その,そちら,そういう,そんな,そうい those:あの,ああいう,あんな here:ここ there:そこ,あそこ,あちら it_is:ですよ is:いる,いるん,います,ある,あり,いた,あっ
  have:持っ,持つ,持ち do:する,やる,やっ,やり,行う,すれ did:した,やった make:作る,作っ,作り,つくる,つくっ go:行く,行っ,行き,行こ,いっ come:来る,来,来て,来た,きた
  become:なる,なっ,なり,なれ get:もらう,もらっ,得る,得,貰っ bankrupt:倒産,破産 subscribe:登録,購読 channel:チャンネル guest:ゲスト disaster:大失敗
  give:あげる,くれる,くれ,くださ,与える,渡す take:取る,取っ,取り,とる,とっ see:見る,見,見え,みる look:見て,見た know:知る,知っ,知ら,わかる,わかっ,わから,分かる,分かっ,分から,存じ
  think:思う,思っ,思い,思わ,考える,考え,思います think_so:そう思う i_think:と思う,と思います believe:信じる,信じ say:言う,言っ,言い,いう,いって,おっしゃ,言わ
  tell:伝える,伝え,教える,教え talk:話す,話し,話,話さ,喋る,しゃべる,喋っ,喋り,会話,対談 speak:語る,語っ ask:聞く,聞い,聞き,尋ねる,訊く,質問 question:問い,疑問
  answer:答える,答え,回答,返事 explain:説明 listen:聴く,聴い call:呼ぶ,呼ば,呼ん,電話 name:名前,名 write:書く,書い,書き read:読む,読ん,読み understand:理解,納得
  find:見つける,見つけ,見つかっ search:探す,探し,検索 show:見せる,見せ,示す try:試す,試し,みよ,挑戦し want:たい,欲しい,ほしい,たく,たかっ,希望 can:できる,でき,出来る,出来,可能
  must:べき,しなければ,なけれ,ねば should:ほうがいい,べきだ need:必要,要る,いると思い not:ない,なく,なかっ,ぬ,ず,なし no:いや,いいえ,違う,違い,ちがう never:決して,絶対ない,一度も
  nothing:何も,なにも nobody:誰も yes:はい,うん,ええ,そうです,そうですね yeah:ああ,おお right:確か,正しい,その通り exactly:まさ,まさに,ちょうど okay:オッケー,オーケー,大丈夫
  well:まあ,さて,では,それでは,じゃあ um:えー,あのー,えっと,えーと,うーん,なんか thanks:ありがとう,感謝,どうも please:お願い,ください,どうぞ
  hello:こんにちは,おはよう,こんばんは,もしもし,どうもこんにちは bye:さようなら,じゃあね sorry:すみません,ごめん,申し訳,失礼 welcome:ようこそ of_course:もちろん,当然,当たり前
  very:とても,すごく,すごいく,非常,大変,めちゃくちゃ,めっちゃ,かなりの,超,ものすごく,凄く really:本当,ほんと,ほんとう,実際,まじ,マジ,本当に actually:実は,実際に,実,正直言う
  always:いつも,常,ずっと,常に often:よく,しばしば,度々 sometimes:時々,たまに,ときどき again:またも,再び,もう一度,改めて already:もう,既に,すでに still:まだ,いまだ,今でも
  maybe:たぶん,多分,もしかし,かも,かもしれ,おそらく,恐らく definitely:絶対,必ず,間違いなく,きっと also:同じく even:さえ,すら,まで just:ちょっと,ちょうど今,だけ,ばかり
  only:のみ,しか,だけが,唯一 quite:結構,かなり,割と,わりと,けっこう almost:ほとんど,ほぼ,大体,だいたい about:約,ぐらい,くらい,ほど,ついて,つい,関する,関し more:もっと,より,さらにも
  less:より少 most:最も,一番,いちばん,最大 much:たくさん,沢山,多く,いっぱい many:多い,多数,いろいろ,色々,様々,さまざま few:少し,少ない,すこし,わずか,少なく little:ちょっとだけ
  enough:十分,充分 all:全て,すべて,全部,全員,全体,皆,みな everything:何でも,なんでも every:毎,各 something:何か,なにか someone:誰か same:同じ
  other:他,ほか,別,以外 different:異なる,異なっ,別々 such:ような,このような together:一緒,共 alone:一人,ひとり,独り self:自身,自ら each_other:お互い,互い
  for_example:例えば,たとえば kind_of:感じ,みたい,なんとなく,っぽい basically:基本,基本的,要は,要するに,つまり especially:特に,とりわけ instead:代わり
  anyway:とにかく,ともかく by_the_way:ちなみに,ところで unfortunately:残念,残念ながら obviously:明らか completely:完全,全く,まったく,全然 suddenly:突然,急,いきなり
  finally:最後,最終,結局,やっと,ようやく,ついに first:最初,初めて,まず,第一,はじめ,初め last:前回,先 next:次,今度,来年 before:前,以前,まえ after:後,あと,後で,以降
  now:今,いま,現在 today:今日,本日,きょう tomorrow:明日 yesterday:昨日 morning:朝 evening:夕方,夜 night:晩,夜中 year:年,歳,年間 month:月,ヶ月,か月
  week:週,週間 day:日,日々 hour:時間 minute:分 second:秒,二番 time:頃,ころ,タイミング,当時 times:回,何度,度,倍 moment:瞬間 future:将来,未来 past:過去,昔
  later:のち soon:すぐ,まもなく early:早い,早く,早 late:遅い,遅く,遅 long:長い,長く,長 short:短い,短く fast:速い,素早く slow:ゆっくり
  begin:始める,始め,始まる,始まっ,始まり,スタート beginning:当初 end:終わる,終わり,終わっ,終了 stop:やめる,やめ,止める,止まっ,辞める,辞め,止め continue:続ける,続け,続く,続い
  wait:待つ,待っ,待ち change:変える,変え,変わる,変わっ,変化,変更 grow:成長,育つ,育て,伸びる,伸び develop:開発,発展 developer:開発者,エンジニア,プログラマー improve:改善,向上
  create:生み出す,創造 build:建てる,築く,構築 use:使う,使っ,使い,使わ,利用,活用,使用 work:働く,働い,働き,仕事,作業,勤め job:職業,職,転職,就職
  live:生きる,生き,暮らす,暮らし,住む,住ん life:人生,生活,命,生涯 learn:学ぶ,学ん,学び,習う,勉強 teach:教育 teacher:先生,教師 student:学生,生徒,大学生
  school:学校,高校,中学 university:大学,大学院 study:研究,調査 researcher:研究者 book:本,書籍 word:言葉,単語,ことば language:言語,日本語の
  japanese:日本人,日本語 japan:日本,国内 america:アメリカ,米国 english:英語 foreign:海外,外国,外国人 feel:感じる,感じた,感じて feeling:気持ち,気,感情,感覚
  love:愛,愛する,恋,恋愛,大好き like:好き,気に入っ hate:嫌い,嫌,憎む fear:怖い,恐怖,怖く,怖かっ,不安,恐れ worry:心配,悩み,悩ん,悩む hope:願い dream:夢
  happy:幸せ,嬉しい,うれしい,楽しい,楽しく,喜び,嬉しかっ sad:悲しい,寂しい,悲し angry:怒る,怒っ,怒り,むかつく,腹 surprise:驚く,驚い,びっくり,驚き,意外
  interesting:面白い,おもしろい,面白く,興味深い,面白かっ interest:興味,関心 boring:つまらない,退屈 funny:おかしい,笑える,ウケる laugh:笑う,笑っ,笑い,笑 cry:泣く,泣い,涙
  crazy:狂っ,やばい,ヤバい,頭おかしい strange:変,不思議,奇妙 amazing:すごい,凄い,素晴らしい,すばらしい,最高 good:いい,良い,よい,良く,よかっ,良かっ best:一番いい,最適
  bad:悪い,悪く,ダメ,だめ,駄目 worst:最悪 beautiful:美しい,綺麗,きれい big:大きい,大きな,大きく,巨大,でかい small:小さい,小さな,小さく new:新しい,新しく,新,新た old:古い,古く
  young:若い,若者 hard:難しい,大変な,厳しい,難しく,つらい,辛い,しんどい easy:簡単,易しい,楽,単純,シンプル strong:強い,強く,強み weak:弱い,弱み high:高い,高く low:低い,低く
  deep:深い,深く free:自由,無料 important:大事,大切,重要 special:特別 normal:普通,通常,一般 true:真実,本物 wrong:間違っ,間違い,誤り honest:正直,素直
  real:現実,リアル clear:はっきり,明確 possible:可能性 impossible:無理,不可能 difficult:困難 difference:差 similar:似,似る personal:個人
  serious:真剣,本気,真面目 dangerous:危険,危ない risk:リスク safe:安全,安心 power:力,パワー,権力 success:成功 fail:失敗,失敗し failure:挫折 mistake:ミス,過ち
  experience:経験,体験 skill:スキル,技術力,能力 talent:才能 decide:決める,決め,決まっ,決断,決定 choose:選ぶ,選ん,選び,選択 advice:アドバイス,助言 chance:機会,チャンス
  challenge:挑戦,チャレンジ,課題 crisis:危機 war:戦争 fight:戦う,戦っ,戦い,喧嘩 win:勝つ,勝っ,勝ち,優勝 lose:負ける,負け,失う,失っ,失い die:死ぬ,死ん,死,亡くなっ
  kill:殺す,殺さ sick:病気,病 health:健康 doctor:医者,医師 hospital:病院 body:体,身体 head:頭 brain:脳 heart:心,心臓 eye:目,眼 hand:手 face:顔
  sleep:寝る,寝,眠,睡眠 eat:食べる,食べ,食う,食事 food:食べ物,料理,飯,ご飯 drink:飲む,飲ん,飲み,酒,お酒 water:水 coffee:コーヒー music:音楽 song:曲,歌
  game:ゲーム,試合 play:遊ぶ,遊ん,演奏 movie:映画 picture:写真,絵,画像 travel:旅行,旅 animal:動物 dog:犬 cat:猫 nature:自然 earth:地球,世界中 science:科学
  technology:技術,テクノロジー machine:機械 computer:パソコン,コンピューター,コンピュータ artificial:人工 intelligence:知能 data:データ network:ネットワーク
  phone:スマホ,携帯 internet:インターネット,ネット user:ユーザー,利用者 model:モデル system:システム,仕組み world:世界,世の中 country:国,国家 city:街,都市,町
  house:家,うち,自宅 room:部屋 car:車 company:会社,企業,社 business:ビジネス,事業,商売,経営 founder:創業者 found:創業,起業,設立 entrepreneur:起業家,経営者
  boss:社長,上司,代表 employee:社員,従業員,部下 customer:お客,客,顧客,お客様 team:チーム,組織 group:グループ,集団 community:コミュニティ society:社会
  money:お金,金,資金 price:値段,価格 cost:費用,コスト expensive:高価 cheap:安い,安く pay:払う,払っ,支払 buy:買う,買っ,買い,購入 sell:売る,売っ,売り,販売,売れ,営業
  sales:売上,売り上げ profit:利益,儲け,儲かる loss:損,赤字 market:市場,マーケット,マーケティング economy:経済 tax:税金,税 salary:給料,年収,給与 bank:銀行 debt:借金
  poor:貧乏,貧しい rich:金持ち,豊か investor:投資家 invest:投資 product:商品,製品,プロダクト service:サービス brand:ブランド advertising:広告 career:キャリア
  project:プロジェクト,企画 plan:計画,予定,プラン goal:目標,目的,ゴール idea:アイデア,考え方,発想 thing:物,事,件 part:部分,一部 place:場所,所,場 way:方法,やり方,道,形
  point:点,ポイント problem:問題,トラブル solution:解決,解決策 reason:理由,原因,わけ,訳 example:例,事例 case:場合,ケース story:物語,ストーリー,お話 human:人間,人類
  person:人,方が,人物 people:人々,人たち,方々 man:男,男性 woman:女,女性 child:子供,子ども,子 family:家族 father:父,父親,お父さん mother:母,母親,お母さん
  parents:親,両親 brother:兄,弟,兄弟 sister:姉,妹 husband:夫,旦那 wife:妻,嫁,奥さん friend:友達,友人,仲間 colleague:同僚 law:法律 government:政府
  politics:政治 police:警察 responsibility:責任 rule:ルール,規則 trust:信頼,信用 respect:尊敬 value:価値 meaning:意味,意義 quality:質,品質
  effort:努力,頑張っ,頑張る,頑張り result:結果,成果 effect:効果,影響 pressure:プレッシャー,ストレス,圧力 process:過程,プロセス step:段階,ステップ strategy:戦略
  theory:理論 level:レベル relationship:関係,人間関係 marriage:結婚 divorce:離婚 born:生まれ,生まれる age:年齢 generation:世代 culture:文化 habit:習慣
  meet:会う,会っ,会い,出会い,出会っ meeting:会議,打ち合わせ event:イベント,出来事 interview:インタビュー,面接 topic:テーマ,話題 content:内容,コンテンツ news:ニュース
  media:メディア episode:回目 remember:覚える,覚え,思い出す,思い出し forget:忘れる,忘れ memory:記憶,思い出 notice:気づく,気づい,気づき,気付い realize:悟る
  expect:期待,予想 imagine:想像 compare:比べる,比べ,比較 accept:受け入れ,認める,認め agree:賛成,同意 disagree:反対 depend:次第,よる exist:存在
  lack:足りない,不足,欠ける join:参加,入る,入っ,入り leave:出る,出,出て,離れる,去る stay:残る,残っ,いら return:戻る,戻っ,帰る,帰っ,帰り move:動く,動い,動き,引っ越し
  turn:向き,回る put:入れる,入れ,置く,置い send:送る,送っ bring:持ってくる,連れ keep:保つ,守る,守っ open:開く,開け,開い close:閉じ,閉め break:壊す,壊れ,休み
  fall:落ちる,落ち rise:上がる,上がっ,上げ,増える,増え down:下がる,下がっ,下げ,減る,減っ run:走る,走っ walk:歩く,歩い sit:座る,座っ stand:立つ,立っ
  help:助ける,助け,手伝,支援,サポート attention:注意,注目 focus:集中 smart:頭いい,賢い,優秀 stupid:バカ,馬鹿,アホ shit:くそ,クソ courage:勇気 proud:誇り
  ashamed:恥ずかしい,恥 guilty:罪,罪悪 tired:疲れ,疲れる pain:痛い,痛み suffer:苦しい,苦しみ,苦しん,苦労 critical:批判 secret:秘密 competition:競争,競合
  advantage:メリット,強みが disadvantage:デメリット industry:業界,産業 one:一,一つ,ひとつ,１ two:二,二つ,ふたつ,２ three:三,三つ,３ four:四,４ five:五,５
  six:六 seven:七 eight:八 nine:九 ten:十,１０ hundred:百 thousand:千 ten_thousand:万 million:百万 billion:億,十億 half:半分,半
  percent:パーセント,割 number:数,数字,番号 euro:ユーロ yen:円 list:リスト,一覧 table:テーブル,机 door:ドア,扉 page:ページ office:オフィス,事務所 deploy:デプロイ
  lesson:教訓 don't:ません not:ありません nobody:誰にも,だれにも nothing:何一つ terrible:ひどい,ひどく,恐ろしい fear:怖かった
`;
