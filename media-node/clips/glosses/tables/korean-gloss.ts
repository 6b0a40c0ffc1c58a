// What words of Korean are in English (see ../read-gloss).

export const KOREAN = `
  and:그리고,또,및,하고 or:또는,혹은,아니면 but:하지만,그런데,근데,그러나,그렇지만 so:그래서,그러니까,그러면,그럼,따라서 because:왜냐하면,때문 if:만약,만일 when:때,언제 while:동안
  what:뭐,무엇,무슨,뭘 who:누구,누가 where:어디 how:어떻게,어떤,얼마나 why:왜 which:어느 how_much:얼마 i:나,내,저,제,나는,내가,저는,제가 you:너,당신,여러분,네가
  we:우리,저희 he:그분 she:그녀 they:그들,걔네 this:이,이것,이거,이런,이게,이렇게 that:그,그것,그거,그런,그게,그렇게,저것 those:그것들 here:여기 there:거기,저기
  self:자기,자신,스스로 is:있다,있는,있어,있습,있고,있으,이다,입니 was:있었,였다 not:않,안,못,아니,없 no:아니요,아뇨 have:가지,갖 do:하다,하는,해서,해야,합니,하면,할
  did:했,했던,했어,했습 make:만들,만드 go:가다,가서,가는,갔,간다 come:오다,와서,오는,왔,온 become:되다,되는,돼,됐,될 get:받,얻 give:주다,주는,줘,줬 bankrupt:파산,부도
  subscribe:구독 channel:채널 guest:게스트,손님이 disaster:재앙 take:가져,데려 see:보다,보는,보면,봤,봐,보고 know:알다,아는,알고,알아,알았
  don't_know:모르,몰라,몰랐 think:생각,생각하,생각해,생각이,생각을 i_think:것_같아요,거_같아요,것_같습니다 believe:믿 say:말하,말씀,말을,얘기하,말했,그러더 tell:알려,전해
  talk:이야기,얘기,대화 ask:묻,물어,질문 answer:대답,답 explain:설명 listen:듣,들어,들었 call:부르,불러,전화 name:이름 write:쓰,썼 read:읽 understand:이해
  find:찾,발견 show:보여 try:시도,노력해 want:싶,원하,원해 can:수,수_있,가능 must:해야_돼,반드시 need:필요 yes:네,예,응,맞아,그래 right:맞,그렇 okay:오케이,괜찮
  well:음,자,글쎄 um:어,그_뭐지,약간 thanks:감사,고마 please:제발,부탁 hello:안녕 sorry:죄송,미안 welcome:환영 of_course:물론,당연
  very:매우,아주,너무,굉장히,엄청,되게,진짜_많이 really:정말,진짜,참 actually:사실,실제 always:항상,늘,언제나 often:자주 sometimes:가끔,때로 again:다시,또_다시
  already:이미,벌써 still:아직,여전히 maybe:아마,혹시,어쩌면 definitely:분명,확실,절대 also:역시,또한 even:심지어,조차 just:그냥,단지,딱,바로 only:오직,만,뿐
  quite:꽤,상당히 almost:거의 about:대해,대한,정도,관련 more:더,더욱 most:가장,제일,대부분 much:많이,많은 many:많,여러,다양 few:조금,적은,몇 little:조금_더,좀
  enough:충분 all:모두,모든,다,전부 everyone:다들,모두가 every:매,각 something:뭔가,무언가 someone:누군가 nothing:아무것도 nobody:아무도
  never:결코,한번도,절대로 same:같은,똑같 other:다른,또_다른 different:다르,달라 together:함께,같이 alone:혼자 each_other:서로
  for_example:예를,예컨대,예를_들어,예를_들면 kind_of:일종,약간_좀,이런_식 basically:기본 especially:특히 instead:대신 anyway:어쨌든,아무튼 suddenly:갑자기
  finally:마지막,결국,드디어 first:처음,먼저,첫,일단,우선 last:지난 next:다음 before:전에,전,이전 after:후,후에,이후,나중 now:지금,이제,현재 today:오늘
  tomorrow:내일 yesterday:어제 morning:아침 evening:저녁 night:밤 year:년,해,살 month:달,개월,월 week:주,주일 day:일,날,하루 hour:시간 minute:분
  second:초,둘째 time:시간이,시대 times:번,배 moment:순간 future:미래 past:과거,예전,옛날 soon:곧,금방 early:일찍,초기 late:늦 long:오래,길,긴 short:짧
  fast:빠르,빨리,빠른 slow:천천히,느리 begin:시작 end:끝 stop:멈추,그만,그만두,그만뒀 continue:계속 wait:기다 change:바꾸,바뀌,변화,바꿔 grow:성장,자라
  develop:개발,발전 developer:개발자,엔지니어 create:창조 build:짓,구축 use:사용,이용,활용,쓰는 work:일하,일을,일이,작업,업무 job:직업,직장,취업 live:살아,사는
  life:삶,인생,생활 learn:배우,배워,배운,공부,학습 teach:가르 teacher:선생,교수 student:학생 school:학교 university:대학,대학교 study:연구 book:책
  word:단어 language:언어 korean:한국어,한국인 korea:한국,우리나라 english:영어 america:미국 foreign:해외,외국 feel:느끼,느꼈,느낀 feeling:느낌,기분,감정,마음
  love:사랑 like:좋아 hate:싫 fear:두려,무서,무섭,겁 worry:걱정,고민,불안 hope:희망,바라 dream:꿈 happy:행복,기쁘,기뻐,즐거 sad:슬프,슬퍼 angry:화가,화나,화를
  surprise:놀라,놀랐,깜짝 interesting:재미있,재밌,흥미 interest:관심 boring:지루,심심 funny:웃긴,웃기 laugh:웃 joke:농담 cry:울,눈물 crazy:미친,미쳤
  strange:이상 amazing:대단,놀라운,엄청난,최고 good:좋,좋은,좋습,잘 better:낫 bad:나쁘,나쁜,안_좋 beautiful:아름,예쁘,예쁜 big:큰,크,거대 small:작,작은
  new:새로,새,신규 old:오래된,낡 young:젊 hard:어렵,어려,힘들,힘든 easy:쉽,쉬운,쉬,간단 strong:강한,강하,세 weak:약한,약하 high:높 low:낮 deep:깊
  free:자유,무료,공짜 important:중요 special:특별 normal:보통,평범,일반 true:진실,진정 wrong:틀리,틀린,잘못 honest:솔직,정직 real:현실,진짜로 clear:명확
  possible:가능성 impossible:불가능 difference:차이 similar:비슷 personal:개인 serious:심각,진지 dangerous:위험 risk:리스크 safe:안전
  power:힘,권력 success:성공 fail:실패,망하,망했 mistake:실수 experience:경험,체험 skill:능력,실력,기술력 talent:재능 decide:결정,결심 choose:선택,고르
  advice:조언 chance:기회 challenge:도전 crisis:위기 war:전쟁 fight:싸우,싸움,싸웠 win:이기,이겼,승리 lose:지다,졌,잃,잃었 die:죽,사망,돌아가 kill:죽이
  sick:아프,아파,병 health:건강 doctor:의사 hospital:병원 body:몸,신체 head:머리 brain:뇌,두뇌 heart:심장 eye:눈 hand:손 face:얼굴 sleep:자다,잠,잤
  eat:먹 food:음식,밥 drink:마시,술 water:물 coffee:커피 music:음악 song:노래 game:게임,경기 play:놀,연주 movie:영화 picture:사진,그림 travel:여행
  animal:동물 dog:개,강아지 cat:고양이 nature:자연 earth:지구 science:과학 technology:기술,테크 machine:기계 computer:컴퓨터 artificial:인공
  intelligence:지능 data:데이터 network:네트워크 internet:인터넷 phone:전화기,핸드폰,스마트폰 user:사용자,유저 model:모델 system:시스템,체계 world:세계,세상
  country:나라,국가 city:도시 house:집 room:방 car:차,자동차 company:회사,기업 business:사업,비즈니스 founder:창업자 found:창업,설립
  entrepreneur:기업가,사업가 boss:사장,대표,상사 employee:직원 customer:고객,손님 team:팀,조직 group:그룹,집단 community:커뮤니티 society:사회
  money:돈,자금 price:가격 cost:비용 expensive:비싸,비싼 cheap:싸,싼,저렴 pay:지불,내야 buy:사다,구매,샀,구입 sell:팔,판매 sales:매출 profit:이익,수익
  loss:손실,손해 market:시장 economy:경제 tax:세금 salary:월급,연봉 bank:은행 debt:빚 poor:가난 rich:부자 investor:투자자 invest:투자
  product:제품,상품 service:서비스 brand:브랜드 advertising:광고 career:경력,커리어 project:프로젝트 plan:계획 goal:목표,목적 idea:아이디어 thing:것,거
  part:부분 place:곳,장소 way:방법,방식 point:점,포인트 problem:문제 solution:해결 reason:이유,원인 example:사례 case:경우 story:스토리,사연 human:인간
  person:사람,분_이 people:사람들,분들 man:남자 woman:여자,여성 child:아이,애,자녀 family:가족 father:아버지,아빠 mother:어머니,엄마 parents:부모
  brother:형,오빠,동생 sister:언니,누나 husband:남편 wife:아내,부인 friend:친구 colleague:동료 law:법,법률 government:정부 politics:정치 police:경찰
  responsibility:책임 rule:규칙 trust:신뢰 respect:존중,존경 value:가치 meaning:의미,뜻 quality:품질,질 effort:노력 result:결과 effect:효과,영향
  pressure:압박,스트레스 process:과정 step:단계 strategy:전략 level:수준 relationship:관계 marriage:결혼 divorce:이혼 born:태어 generation:세대
  culture:문화 habit:습관 meet:만나,만났 meeting:회의,미팅 event:사건,행사 interview:인터뷰,면접 topic:주제 content:내용,콘텐츠 news:뉴스,소식 media:미디어
  episode:에피소드,편 remember:기억 forget:잊 realize:깨닫,깨달 expect:기대,예상 imagine:상상 compare:비교 accept:받아들 agree:동의 disagree:반대
  depend:달려 lack:부족 join:참여,가입 leave:떠나,나가,나왔 stay:남,머무 return:돌아 move:움직,이사 put:넣,두었 send:보내 bring:가져오 keep:유지,지키
  open:열 close:닫 break:깨,부서 fall:떨어 rise:오르,올라 run:달리,뛰 walk:걷,걸어 sit:앉 stand:서다,일어 help:도움,도와,돕 attention:주의,집중
  smart:똑똑,현명 stupid:바보,멍청 courage:용기 proud:자랑 ashamed:부끄,창피 tired:피곤,지쳐,지친 pain:고통,아픔 suffer:고생 critical:비판 secret:비밀
  competition:경쟁 advantage:장점 disadvantage:단점 industry:업계,산업 one:하나,한,일_번 two:둘,두,이_번 three:셋,삼 four:넷,네_개,사 five:다섯,오
  six:여섯 seven:일곱 eight:여덟 nine:아홉 ten:십 hundred:백 thousand:천 ten_thousand:만_원 million:백만 billion:억,십억 half:절반,반
  percent:퍼센트,프로 number:숫자,수가 then:그때,그_당시 nobody:아무한테,아무한테도,아무에게도 did_not:않았,않은,않아 no:아닌,아닙 that's_why:그래서_제가
  mean:뜻이,라는_건 learn:깨우 deploy:배포 fortunately:다행 million:백만이 euro:유로 dollar:달러 won:원 thing:것이,것은,걸,건,게 i:저도,나도
  we:우리는,저희는,우리가 people:사람들이 end:끝나,끝났,끝난,끝날 learn:배웠,배우지,배울 lose:잃지,잃어,잃은,잃을 monday:월요일 tuesday:화요일 wednesday:수요일
  thursday:목요일 friday:금요일 saturday:토요일 sunday:일요일 table:책상,테이블 door:문,문을 next_to:옆,옆에 on:위,위에 under:아래,밑에 in:안에,속에
  between:사이,사이에 page:페이지 date:날짜 office:사무실 document:자료,서류 mail:우편,메일 list:명단,목록 o'clock:시,시에,시부터,시까지 from:부터,에서
  to:까지,에게 with:와,과 as:처럼,로서 because_of:때문에,덕분에 about_it:관해 was:이었,였어,였습니다,였는데 is:이에요,예요,입니다,인데 become:된,되어,되었,되면
  do:하지,하게,하려,하기 not:않고,않는,않습니다,않아요,못해,못했 think:생각하고,생각했,생각해서 feel:느껴 know:알게,알았어 went:갔어,갔는데 came:왔어,왔는데 see:봤는데,보니까
  ate:먹었 live:살고,살았 die:죽었 make:만든,만들어,만들고 use:써서,쓰고 give:주고,주셨 get:받은,받아,받았 work:일하고,일했 start:시작했 find:찾아,찾은 ask:물어보,여쭤
  meet:만나서 help:도움이 stay:남아 buy:사서 sell:팔아,팔고 change:바뀐,바뀌었 pay:냈
`;
