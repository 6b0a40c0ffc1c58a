// What words of Hindi are in English (see ../read-gloss).

export const HINDI = `
  -:है_ना,जी,ही,तो_फिर and:और,तथा,एवं or:या,अथवा but:लेकिन,मगर,पर,किंतु,परंतु so:तो,इसलिए,तब because:क्योंकि,कारण
  if:अगर,यदि when:जब,कब as:जैसे,तरह although:हालांकि that:कि who:कौन,जो,किसने,जिसने what:क्या where:कहाँ,कहां,जहाँ
  why:क्यों how:कैसे,कैसा which:कौनसा,किस,जिस how_much:कितना,कितने,कितनी of:का,के,की to:को,से_पहले_तक in:में
  on:पर_रखा,ऊपर from:से for:लिए,वास्ते with:साथ,संग about:बारे before:पहले after:बाद until:तक between:बीच without:बिना
  under:नीचे against:खिलाफ,विरुद्ध i:मैं,मैंने,मुझे,मुझको,मुझसे you:तुम,आप,तू,आपने,तुमने,आपको,तुम्हें
  he:वह,वो,उसने,उसको,उसे,उन्होंने we:हम,हमने,हमें,हमको they:वे,उन्हें,लोगों_ने this:यह,ये,इस,इसको,इसे,इसने,इसमें
  that:उस,उसमें,उससे my:मेरा,मेरे,मेरी your:तुम्हारा,आपका,आपके,आपकी his:उसका,उसके,उसकी,उनका,उनके,उनकी
  our:हमारा,हमारे,हमारी self:अपना,अपने,अपनी,खुद here:यहाँ,यहां there:वहाँ,वहां is:है,हैं am:हूँ,हूं are:हो was:था,थी,थे
  will:होगा,होगी,होंगे would:होता,होती,होते not:नहीं,मत,ना,न have:पास,रखते can:सकता,सकते,सकती must:पड़ता,पड़ा,पड़ेगा
  should:चाहिए want:चाहता,चाहते,चाहती,चाहूँगा,चाह know:पता,जानता,जानते,मालूम,जानना think:सोचता,सोचते,सोचा,सोचना,लगता,सोच
  thought:सोच_रहा believe:मानता,विश्वास,यकीन say:कहता,कहते,कहना,बोलता,बोलते,बोलना said:कहा,बोला,बोले,बोली
  tell:बताया,बताना,बताता,बताओ,बताते talk:बात,बातें,बातचीत ask:पूछा,पूछना,पूछते,मांगा question:सवाल,प्रश्न
  answer:जवाब,उत्तर explain:समझाना,समझाया see:देखना,देखा,देखते,देखो,देखिए hear:सुनना,सुना listen:सुनो,सुनते,श्रोता
  show:दिखाना,दिखाया find:मिला,मिलना,मिली,मिले search:ढूंढना,खोज read:पढ़ना,पढ़ा write:लिखना,लिखा
  understand:समझना,समझा,समझ,समझते come:आना,आया,आए,आता,आते,आई become:बनना,बना,बन,बने go:जाना,जाता,जाते,जाओ went:गया,गए,गई
  leave:छोड़ना,छोड़ा,छोड़,निकला happen:हुआ,हुई,हुए,होना stay:रहना,रहा,रहे,रही,रुकना return:वापस,लौट
  take:लेना,लिया,ले,लेते give:देना,दिया,दे,देते,दी get:पाया,पाना bring:लाना,लाया put:रखना,रखा,डाल send:भेजना,भेजा
  do:करना,करता,करते,कर,करो,करें did:किया,की_थी,किए make:बनाना,बनाया,बनाते use:इस्तेमाल,उपयोग,प्रयोग work:काम,कार्य
  job:नौकरी,पेशा start:शुरू,शुरुआत,आरंभ end:खत्म,अंत,समाप्त finally:आखिरकार,आखिर stop:रोकना,बंद,रुक continue:जारी
  wait:इंतजार try:कोशिश,प्रयास help:मदद,सहायता support:समर्थन,सपोर्ट lead:नेतृत्व leader:नेता
  change:बदलना,बदला,बदल,बदलाव,परिवर्तन improve:सुधार grow:बढ़ना,बढ़ा,बढ़ growth:विकास,ग्रोथ learn:सीखना,सीखा,सीख
  teacher:शिक्षक,टीचर,अध्यापक student:छात्र,विद्यार्थी school:स्कूल,विद्यालय university:विश्वविद्यालय,कॉलेज
  study:पढ़ाई,अध्ययन,शोध book:किताब,पुस्तक word:शब्द language:भाषा hindi:हिंदी india:भारत,हिंदुस्तान,इंडिया
  english:अंग्रेजी feel:महसूस feeling:भावना,एहसास love:प्यार,प्रेम,मोहब्बत like:पसंद,अच्छा_लगता hate:नफरत
  fear:डर,डरता,डरा,भय hope:उम्मीद,आशा dream:सपना,सपने worry:चिंता,फिक्र happy:खुश,खुशी,प्रसन्न sad:दुखी,दुख
  angry:गुस्सा,नाराज surprise:हैरान,आश्चर्य interesting:दिलचस्प,रोचक interest:रुचि boring:बोरिंग,उबाऊ funny:मजेदार,हास्य
  fun:मजा,मज़ा laugh:हंसना,हँसी,हंसी joke:मजाक,चुटकुला cry:रोना,रोया,आंसू crazy:पागल weird:अजीब
  amazing:कमाल,अद्भुत,जबरदस्त good:अच्छा,अच्छे,अच्छी,बढ़िया better:बेहतर best:सबसे_अच्छा,सबसे_अच्छी,सर्वश्रेष्ठ
  bad:बुरा,बुरे,बुरी,खराब beautiful:सुंदर,खूबसूरत big:बड़ा,बड़े,बड़ी small:छोटा,छोटे,छोटी long:लंबा,लंबे,देर
  new:नया,नए,नयी,नई old:पुराना,पुराने,बूढ़ा young:जवान,युवा hard:मुश्किल,कठिन,कड़ी easy:आसान,सरल fast:तेज,जल्दी
  slow:धीरे,धीमा strong:मजबूत,ताकतवर weak:कमजोर high:ऊंचा,ऊँचा low:कम,नीचा deep:गहरा full:पूरा,पूरे,पूरी
  free:मुफ्त,आजाद,आजादी important:जरूरी,महत्वपूर्ण,अहम special:खास,विशेष normal:सामान्य,नॉर्मल usually:आमतौर,अक्सर
  true:सच,सच्चा,सही,सच्चाई wrong:गलत honest:ईमानदार,ईमानदारी real:असली,असल clear:साफ,स्पष्ट sure:पक्का,जरूर,यकीनन
  possible:मुमकिन,संभव impossible:नामुमकिन,असंभव need:जरूरत,आवश्यकता different:अलग difference:फर्क,अंतर same:वही,समान
  only:सिर्फ,केवल,बस serious:गंभीर dangerous:खतरनाक risk:जोखिम,खतरा,रिस्क power:ताकत,शक्ति success:सफलता,कामयाबी,सफल
  fail:फेल,असफल failure:असफलता,नाकामी mistake:गलती,भूल lesson:सबक,पाठ experience:अनुभव decide:तय,फैसला_किया
  decision:फैसला,निर्णय choose:चुनना,चुना choice:विकल्प,चुनाव advice:सलाह chance:मौका opportunity:अवसर challenge:चुनौती
  crisis:संकट war:युद्ध,जंग fight:लड़ाई,लड़ना win:जीतना,जीत,जीता lose:खोना,खो,हारना,हार,हारता,गंवा,गँवा death:मौत,मृत्यु
  die:मरना,मर,मरा kill:मारना,मार sick:बीमार disease:बीमारी,रोग health:सेहत,स्वास्थ्य doctor:डॉक्टर body:शरीर head:सिर
  brain:दिमाग heart:दिल eye:आंख,आंखें,आँख hand:हाथ face:चेहरा sleep:सोना,नींद eat:खाना,खाया food:भोजन drink:पीना,पिया
  water:पानी music:संगीत song:गाना,गीत game:खेल film:फिल्म picture:तस्वीर,फोटो travel:यात्रा,सफर god:भगवान,ईश्वर
  nature:प्रकृति science:विज्ञान technology:तकनीक,टेक्नोलॉजी computer:कंप्यूटर intelligence:बुद्धिमत्ता,बुद्धि
  artificial:कृत्रिम data:डेटा phone:फोन,मोबाइल user:यूजर system:सिस्टम,व्यवस्था time:समय,वक्त,टाइम times:बार,गुना
  year:साल,वर्ष day:दिन,रोज week:हफ्ता,हफ्ते,सप्ताह month:महीना,महीने hour:घंटा,घंटे,बजे minute:मिनट today:आज
  tomorrow:कल evening:शाम morning:सुबह night:रात now:अब,अभी then:फिर,उसके_बाद late:देरी first:पहला,पहली,सबसे_पहले
  last:आखिरी,पिछला,पिछले next:अगला,अगली,अगले future:भविष्य past:अतीत always:हमेशा sometimes:कभी_कभी,कभी
  again:दोबारा,फिर_से already:पहले_से maybe:शायद really:वाकई,सचमुच,सच_में actually:दरअसल,असल_में,एक्चुअली
  very:बहुत,काफी,बेहद also:भी even:यहां_तक,तक_कि more:ज्यादा,अधिक,और_भी most:सबसे,ज्यादातर many:कई,अनेक few:कुछ
  little:थोड़ा,थोड़ी all:सब,सभी,सारे,सारा everything:सब_कुछ every:हर,प्रत्येक something:कुछ_चीज someone:कोई,किसी
  nothing:कुछ_नहीं,कुछ_भी_नहीं nobody:किसी_को_नहीं,कोई_नहीं,किसी_को_भी_नहीं never:कभी_नहीं,कभी_भी_नहीं
  other:दूसरा,दूसरे,अन्य,दूसरी such:ऐसा,ऐसे,ऐसी,वैसा together:इकट्ठा,मिलकर alone:अकेला,अकेले each_other:एक_दूसरे
  yes:हाँ,हां exactly:बिल्कुल okay:ठीक,ओके well:अच्छा_तो,खैर thanks:धन्यवाद,शुक्रिया please:कृपया,प्लीज
  hello:नमस्ते,नमस्कार,हेलो sorry:माफ,सॉरी welcome:स्वागत of_course:बेशक,जाहिर for_example:उदाहरण,मिसाल
  especially:खासकर,खासतौर instead:बजाय unfortunately:दुर्भाग्य completely:पूरी_तरह one:एक two:दो three:तीन four:चार
  five:पांच,पाँच ten:दस twelve:बारह nine:नौ hundred:सौ thousand:हजार hundred_thousand:लाख million:मिलियन
  ten_million:करोड़ billion:अरब half:आधा percent:प्रतिशत,फीसदी number:नंबर,संख्या people:लोग,लोगों,जनता human:इंसान,मानव
  person:आदमी,व्यक्ति,शख्स woman:औरत,महिला man:पुरुष,मर्द child:बच्चा,बच्चे,बच्चों boy:लड़का girl:लड़की family:परिवार
  father:पिता,पापा,बाप mother:मां,माँ,मम्मी parents:माता_पिता brother:भाई sister:बहन son:बेटा daughter:बेटी husband:पति
  wife:पत्नी,बीवी friend:दोस्त,मित्र boss:बॉस,मालिक employee:कर्मचारी customer:ग्राहक,कस्टमर team:टीम group:समूह,ग्रुप
  society:समाज company:कंपनी business:बिजनेस,व्यापार,धंधा,कारोबार founder:संस्थापक,फाउंडर investor:निवेशक invest:निवेश
  money:पैसा,पैसे,धन,रुपया,रुपये,रुपए euro:यूरो price:कीमत,दाम cost:लागत,खर्च expensive:महंगा cheap:सस्ता pay:भुगतान
  buy:खरीदना,खरीदा sell:बेचना,बेचा,बिक्री profit:मुनाफा,फायदा,लाभ loss:नुकसान,घाटा market:बाजार,मार्केट
  economy:अर्थव्यवस्था tax:टैक्स,कर_विभाग salary:तनख्वाह,वेतन,सैलरी bank:बैंक debt:कर्ज,उधार poor:गरीब rich:अमीर
  product:उत्पाद,प्रोडक्ट service:सेवा brand:ब्रांड advertising:विज्ञापन career:करियर project:प्रोजेक्ट,परियोजना
  plan:योजना,प्लान goal:लक्ष्य,मकसद idea:विचार,आइडिया thing:चीज,चीजें,चीज़ part:हिस्सा,भाग place:जगह
  way:तरीका,रास्ता,तरीके problem:समस्या,दिक्कत,परेशानी solution:समाधान,हल reason:वजह case:मामला story:कहानी,किस्सा
  life:जिंदगी,जीवन,ज़िंदगी live:जीना,रहता world:दुनिया,विश्व country:देश city:शहर house:घर,मकान car:गाड़ी,कार law:कानून
  government:सरकार politics:राजनीति police:पुलिस responsibility:जिम्मेदारी rule:नियम trust:भरोसा respect:सम्मान,इज्जत
  value:मूल्य meaning:मतलब,अर्थ result:नतीजा,परिणाम effect:असर,प्रभाव pressure:दबाव,तनाव relationship:रिश्ता,संबंध
  marriage:शादी,विवाह born:पैदा,जन्म generation:पीढ़ी culture:संस्कृति habit:आदत meet:मुलाकात,मिले_थे
  meeting:बैठक,मीटिंग topic:विषय,टॉपिक news:खबर,समाचार episode:एपिसोड remember:याद forget:भूलना,भूल_गया memory:यादें
  realize:एहसास_हुआ imagine:कल्पना accept:स्वीकार agree:सहमत depend:निर्भर attention:ध्यान smart:होशियार,समझदार
  stupid:बेवकूफ,मूर्ख courage:हिम्मत,साहस proud:गर्व ashamed:शर्म guilty:दोषी tired:थका,थक pain:दर्द,तकलीफ
  secret:राज,रहस्य competition:मुकाबला,प्रतियोगिता advantage:फायदे industry:उद्योग,इंडस्ट्री terrible:भयानक
  perfect:परफेक्ट ready:तैयार open:खुला,खोलना close:बंद_करना list:सूची,लिस्ट table:मेज,टेबल door:दरवाजा,दरवाजे
  page:पेज,पन्ना office:दफ्तर,ऑफिस date:तारीख bankrupt:दिवालिया channel:चैनल subscribe:सब्सक्राइब guest:मेहमान,अतिथि
  tuesday:मंगलवार wednesday:बुधवार march:मार्च next_to:बगल,पास_में
`;
