// What words of Chinese are in English (see ../read-gloss).

export const CHINESE = `
  -:的,了,吧,呢,啊,呀,嘛,着,地,得,之,所,被,把,将,哦,嗯,呃,哈,个,位,只,条,件,次数,们,第,啦,哎,诶 and:和,与,及,以及,而且,并且,并,跟,同时也,而 or:或,或者,还是
  but:但,但是,可是,不过,然而,却 so:所以,因此,于是,那么,那就 because:因为,由于 if:如果,要是,假如,的话 when:时,时候,的时候,当 as:作为,像,如 although:虽然,尽管 that:那个,那种
  what:什么,啥,甚么 who:谁 where:哪里,哪儿,哪个地方 how:怎么,怎样,如何,怎么样 why:为什么,为何,为啥 which:哪,哪个,哪些 how_much:多少,几 i:我,本人,咱 you:你,您,你们,大家你
  we:我们,咱们 he:他,他就 she:她 it:它 they:他们,她们,它们,人家 this:这,这个,这种,这样,此,这是 these:这些 that:那,那样 those:那些 here:这里,这儿,这边
  there:那里,那儿,那边 my:我的 your:你的 his:他的 our:我们的 self:自己,自身,自我 is:是,就是,是一 was:曾,曾经 there_is:有,存在着 have:拥有,具有,带有
  bankrupt:破产,倒闭 subscribe:订阅 channel:频道 guest:嘉宾,客人 disaster:灾难 not:不,没,没有,不是,别,未,非 no:不行,不会 can:能,可以,能够,可,会 could:可能会
  must:必须,一定要,得要 should:应该,应当,该 want:想,要,想要,希望能,愿意 need:需要 do:做,干,搞,进行,弄 make:让,使,令,制作,制造 did:做过,做了 go:去,走,前往
  come:来,过来,到来,进来 become:成为,变成,变 get:得到,获得,拿到,收到 give:给,给予,提供,交给 take:拿,取,带,花 see:看,看到,看见,见 look:看看,看起来,似乎
  know:知道,了解,认识,懂,晓得 think:觉得,认为,想到,以为,思考,考虑,感觉是 i_think:我觉得,我认为,我想 believe:相信 say:说,讲,表示,就是说 said:说过,说了 tell:告诉,讲述,讲到
  talk:聊,谈,聊天,谈谈,说话,对话,交流,沟通 ask:问,请问,询问 question:提问,疑问 answer:回答,答案,答 explain:解释,说明 listen:听,听众,听到,听见 call:叫,打电话,称,称为
  name:名字,名 write:写,写作 read:读,阅读 understand:理解,明白 find:发现,找到,找 search:搜索,寻找 show:显示,展示,表现 try:试,尝试,试试,试图 use:用,使用,利用,应用
  work:工作,上班,干活 job:岗位,职业,职位 live:住,活,活着,生存 life:生活,人生,生命,一辈子 learn:学,学习,学会,学到 teach:教,教育 teacher:老师,教师,教授 student:学生,同学
  school:学校,中学 university:大学,高校 study:研究,读书 researcher:学者,研究员 book:书,本书 word:字,词,单词 sentence:句,句话 language:语言,中文
  chinese:中国人,华人,汉语 china:中国,国内 english:英语,英文 america:美国,美国人 foreign:国外,外国,海外 yes:对,是的,嗯对,没错 right:对吧,正确,对不对
  exactly:正是,恰恰 okay:好,好的,行 well:好吧,那好 thanks:谢谢,感谢 please:请,麻烦 hello:你好,大家好,喂,哈喽 bye:再见,拜拜 sorry:对不起,抱歉,不好意思 welcome:欢迎
  of_course:当然,自然 very:很,非常,特别,十分,太,挺,超级,极其 really:真的,真,确实,实在 actually:其实,实际上,事实上 always:总是,一直,永远,始终 often:经常,常常,往往
  sometimes:有时,有时候,偶尔 again:再,又,再次,重新 already:已经,已,早就 still:还,仍然,还在,依然,仍 maybe:可能,也许,或许,大概,说不定 definitely:肯定,一定,绝对,必然
  also:也,亦,同样 even:甚至,连 just:就,刚,刚刚,刚才,正好,便 only:只有,仅,仅仅,光,唯一 quite:比较,蛮,相当 almost:几乎,差不多,差点 about:关于,大约,左右,对于
  more:更,更多,更加,多 less:更少,少 most:最,最多,大部分,大多数 much:很多,大量,许多 many:好多,不少,众多 few:几个,少数 little:一点,一些,一下,有点,有些 enough:足够,够
  all:都,所有,全部,全,一切 everyone:大家,每个人,所有人 every:每,每个,各 something:某些,某种,东西 someone:有人,某人 nothing:没什么 nobody:没人,没有人
  never:从来,从不,从未 same:一样,相同,同样的,同 other:其他,别的,另,另外,其它,别人 different:不同,不一样 both:双方,两者 together:一起,共同 alone:独自,一个人,孤独
  each_other:互相,彼此,相互 for_example:比如,例如,比方,譬如,比如说 kind_of:一种,种,类 basically:基本,基本上 especially:尤其,尤其是,特别是 instead:而是,反而
  anyway:反正,总之 by_the_way:顺便 unfortunately:可惜,遗憾 obviously:显然,明显 completely:完全,彻底 suddenly:突然,忽然 finally:最后,终于,最终
  first:首先,第一,最初,最早,先 last:上,上次,最后一个 next:下,下次,接下来,下一个 before:之前,以前,前 after:之后,以后,后,后来,然后 then:接着,那时 now:现在,目前,如今
  today:今天,今日 tomorrow:明天 yesterday:昨天 morning:早上,早晨 evening:晚上 night:夜,夜里 year:年,岁,年代 month:月,个月 week:周,星期,礼拜 day:天,日
  hour:小时 minute:分钟 second:秒,第二 time:时间,时代 times:次,倍,遍 moment:时刻,瞬间 future:未来,将来 past:过去 soon:马上,很快 early:早 late:晚
  long:长,久,很久 short:短 fast:快 slow:慢 begin:开始,开头,起 end:结束,完,末 stop:停,停止 continue:继续 wait:等,等待 change:改变,变化,改,转变
  grow:成长,长大,增长 develop:发展,开发,发展到 developer:开发者,工程师,程序员 improve:提高,提升,改善 create:创造,创建 build:建,建立,建设,构建 feel:感到,感受
  feeling:感觉,情绪,感情 love:爱,爱情,热爱 like:喜欢,好像,像是 hate:讨厌,恨 fear:怕,害怕,恐惧 worry:担心,焦虑,忧虑 hope:希望 dream:梦,梦想 happy:开心,高兴,快乐,幸福
  sad:难过,伤心,悲伤 angry:生气,愤怒 surprise:惊讶,意外,惊喜 interesting:有意思,有趣 interest:兴趣,感兴趣 boring:无聊 funny:好笑,搞笑,好玩
  laugh:笑,笑声,哈哈,哈哈哈 joke:玩笑,笑话 cry:哭 crazy:疯,疯狂 strange:奇怪 amazing:厉害,惊人,了不起,牛 good:不错,棒,良好 best:最好 better:更好
  bad:坏,差,不好,糟糕 beautiful:美,漂亮,美丽 big:大,巨大,大的 small:小 new:新 old:老,旧 young:年轻,年轻人 hard:难,困难,辛苦,艰难 easy:容易,简单,轻松
  strong:强,强大 weak:弱 high:高 low:低 deep:深,深刻 free:自由,免费 important:重要,关键 special:特殊 normal:正常,普通 true:真实,真正 false:假
  wrong:错,错误 honest:诚实,坦白,说实话 real:现实 clear:清楚,明确 sure:确定 complex:复杂 possible:可能性 impossible:不可能 difference:区别,差异
  similar:类似,相似 personal:个人 serious:严肃,认真,严重 dangerous:危险 risk:风险,冒险 safe:安全 power:力量,权力,力 success:成功 fail:失败
  mistake:失误,犯错 experience:经验,经历,体验 skill:能力,技能 talent:天赋,才华,人才 decide:决定,决策 choose:选择,选,挑 advice:建议 chance:机会
  challenge:挑战 crisis:危机 war:战争 fight:打,打架,斗争 win:赢,胜利 lose:输,失去,丢 die:死,去世,死亡 kill:杀 sick:病,生病,疾病 health:健康 doctor:医生
  hospital:医院 body:身体 head:头 brain:大脑,脑子,脑 heart:心,心里,内心 eye:眼睛,眼 hand:手 face:脸,面对 sleep:睡,睡觉 eat:吃,吃饭 food:饭,食物,菜
  drink:喝,酒 water:水 coffee:咖啡 music:音乐 song:歌 game:游戏,比赛 play:玩 movie:电影 picture:照片,图,画 travel:旅行,旅游 animal:动物 dog:狗
  cat:猫 nature:大自然 earth:地球 science:科学 technology:技术,科技 machine:机器,机 computer:电脑,计算机 artificial:人工,人工智能
  intelligence:智能,智慧 data:数据 network:网络 phone:手机,电话 internet:互联网,网上 user:用户 model:模型,模式 system:系统,体系 world:世界,全球
  country:国家,国 city:城市 house:房子,家,家里 room:房间 car:车,汽车 company:公司,企业 business:生意,业务,商业 founder:创始人 entrepreneur:企业家,创业者
  found:创业,创立,创办 boss:老板,领导 employee:员工 customer:客户,顾客,消费者 team:团队 group:组,群,群体 community:社区 society:社会 money:钱,资金,金钱
  price:价格,价 cost:成本,费用 expensive:贵 cheap:便宜 pay:付,支付 buy:买,购买 sell:卖,销售 profit:利润,赚钱,赚 loss:损失,亏,亏损 market:市场
  economy:经济 tax:税 salary:工资,薪水 bank:银行 debt:债 poor:穷,贫穷 rich:富,有钱,富有 investor:投资人,投资者 invest:投资 product:产品,商品
  service:服务 brand:品牌 advertising:广告 career:事业 project:项目 plan:计划,打算 goal:目标,目的 idea:想法,点子,主意,观点 thing:事,事情,事儿 part:部分
  place:地方,地点 way:方式,方法,办法,路 point:点,观点是 problem:问题,毛病 solution:方案,解决 solve:解决掉 reason:原因,理由 example:例子 case:情况,案例
  story:故事 human:人类,人性 person:人,个人来说 people:人们,人民 man:男人,男 woman:女人,女性,女 child:孩子,小孩,儿童 family:家庭,家人 father:爸爸,父亲,爸
  mother:妈妈,母亲,妈 parents:父母,家长 brother:哥哥,弟弟,兄弟 sister:姐姐,妹妹 husband:老公,丈夫 wife:老婆,妻子 friend:朋友 colleague:同事 law:法律
  government:政府 politics:政治 police:警察 responsibility:责任 rule:规则 trust:信任 respect:尊重 value:价值 meaning:意义,意思 quality:质量
  effort:努力 result:结果 effect:影响,效果 pressure:压力 process:过程 step:步,步骤 strategy:策略,战略 theory:理论 level:水平,程度,层次
  relationship:关系 marriage:结婚,婚姻 divorce:离婚 born:出生 generation:代,一代 culture:文化 habit:习惯 meet:遇到,见面,碰到 meeting:会议,开会
  event:活动,事件 interview:采访,面试 topic:话题,主题 content:内容 news:新闻 media:媒体 episode:期,集,节目 remember:记得,记住 forget:忘,忘记
  memory:记忆,回忆 realize:意识到,意识 expect:期待,预期 imagine:想象 compare:比,相比,比较一下 accept:接受 agree:同意,赞成 disagree:反对 depend:取决于,看情况
  lack:缺,缺乏 join:加入,参加,参与 leave:离开,离 stay:留,呆,待 return:回,回来,回去,回到 move:动,搬 put:放 send:发,送,寄 bring:带来 keep:保持,保留
  open:开,打开 close:关,关闭 break:破,坏了 fall:掉,跌,落 rise:上升,涨,上涨 run:跑 walk:走路 sit:坐 stand:站 help:帮,帮助,帮忙 attention:注意,关注
  focus:专注,集中 smart:聪明 stupid:傻,笨,愚蠢 courage:勇气,勇敢 proud:骄傲 ashamed:丢脸,羞耻 tired:累 pain:痛,痛苦,疼 critical:批评 secret:秘密
  competition:竞争,对手 advantage:优势,好处 disadvantage:缺点 industry:行业,产业 one:一,一个 two:二,两,两个 three:三 four:四 five:五 six:六
  seven:七 eight:八 nine:九 ten:十 hundred:百 thousand:千 ten_thousand:万 million:百万 billion:亿 half:半,一半 percent:百分之
  number:数字,数 deploy:部署 understand:才明白,弄懂 euro:欧元 dollar:美元,块钱,块 list:名单,列表 table:桌子,桌上 door:门 page:页面,页 office:办公室
  nobody:任何人 wife:太太 terrible:可怕 fear:吓,恐怖,恐慌 lesson:教训 most_important:最重要 in:在,里,中,里面,之中,内,之内 from:从,由 to:向,往,到
  for:为,为了 than:比起 after_all:毕竟 until:直到 each:每次 door:门口 on:上面 under:下面 because_of:由此 such:这么,那么多 whether:是否,是不是 also:也是
  say:说到 come:来到 up:起来 out:出来,出去 only_then:才 some:有的
`;
