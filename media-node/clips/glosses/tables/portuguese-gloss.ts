// What words of Portuguese are in English (see ../read-gloss).

export const PORTUGUESE = `
  the:o,a,os,as a:um,uma to_the:ao,aos,à,às to:para,pra of:de of_the:do,da,dos,das in:em in_the:no,na,nos,nas
  in_a:num,numa from:desde with:com without:sem for:por by:pelo,pela,pelos,pelas on:sobre between:entre against:contra
  before:antes,antes_de after:depois,após until:até during:durante under:sob,embaixo behind:atrás inside:dentro
  outside:fora near:perto,próximo far:longe through:através according_to:segundo,de_acordo_com despite:apesar
  except:exceto and:e or:ou but:mas,porém so:então,assim,portanto because:porque,pois,já_que if:se when:quando as:como
  while:enquanto stop:parou,parado,parei man:cara channel:canal,canais subscribe:inscreve,inscreva,inscrever
  leave:vou_embora,ir_embora,foi_embora,embora_daqui sixty:sessenta seventy:setenta eighty:oitenta ninety:noventa
  bankrupt:falência,falir,faliu love:amava,amei admire:admiro,admirar commit:cometeu,cometi,cometemos miss:saudade
  mark:marcou owner:dono,dona however:entretanto,no_entanto,contudo that:que who:quem what:o_que,que_é_que
  which:qual,quais where:onde,aonde how:como_é why:por_que,porquê,por_quê how_much:quanto,quanta
  how_many:quantos,quantas i:eu you:você,vocês,tu,te,ti he:ele she:ela we:nós,a_gente they:eles,elas me:me,mim
  him:ele_mesmo us:nos_ajuda them:deles,delas oneself:si with_me:comigo my:meu,minha,meus,minhas your:seu,sua,teu,tua
  his:dele her:dela our:nosso,nossa,nossos,nossas their:seus,suas
  this:este,esta,isto,esse,essa,isso,neste,nesta,nesse,nessa,nisso,disso,desse,dessa,deste,desta
  these:estes,estas,esses,essas that:aquele,aquela,aquilo,naquele,naquela,daquele,daquela those:aqueles,aquelas
  is:é,está,tá am:sou,estou,tô are:são,somos,estão,estamos,tão be:ser,estar was:era,estava,foi,fui,tava,esteve
  were:eram,estavam,foram,éramos,fomos been:sido,estado being:sendo,estando will_be:será,serão
  would_be:seria,seriam,estaria be_it:seja,sejam,esteja,fosse have:tenho,temos,têm,ter,tenha,haver has:tem,há_de
  had:tinha,tinham,teve,tive,tivemos,havia,tido will_have:terá would_have:teria,tivesse there_is:há,tem_um
  there_was:houve,tinha_um having:tendo do:fazer,faço,fazem,fazemos,faça does:faz did:fiz,fez,fizeram,fazia,fizemos
  done:feito,feita doing:fazendo will_do:fará would_do:faria go:ir,vou,vai,vamos,vão,vá going:indo
  went:fui_para,foi_para,ia,iam gone:ido can:posso,pode,podemos,podem,poder,possa could:podia,poderia,pude,pôde,poderiam
  must:devo,deve,devem,dever should:deveria,devia have_to:tem_que,tenho_que,temos_que,têm_que,tem_de
  need:preciso,precisa,precisamos,precisar,necessidade want:quero,quer,queremos,querem,querer,queira
  wanted:queria,queriam,quis would_like:gostaria,queria_que know:sei,sabe,sabem,sabemos,saber,conheço,conhece,conhecer
  knew:sabia,soube,conhecia,conheci,conhecido think:penso,pensa,pensar,acho,acha,achar,acredito,acreditar,acham
  thought:pensei,pensava,achei,achava,pensado,pensando i_think:eu_acho,acho_que,na_minha_opinião
  i_mean:quer_dizer,ou_seja,tipo_assim you_know:sabe_né,você_sabe,entendeu i_don't_know:não_sei,sei_lá
  say:dizer,digo,diz,dizem,falar_que said:disse,disseram,dito,dizia,falei,falou saying:dizendo
  tell:contar,conto,conta,contou,contado talk:falar,falo,fala,falamos,falando,conversa,conversar,falam,bate-papo
  explain:explicar,explica,explicação describe:descrever call:chamar,chamo,chama,chamado,ligar,ligou name:nome,nomes
  ask:perguntar,pergunto,pedir,pede,pediu question:pergunta,perguntas,questão answer:responder,resposta,respostas
  see:ver,vejo,vê,vemos,veem,vendo saw:vi,viu,via seen:visto look:olhar,olha,olho,parece
  hear:ouvir,ouço,ouve,ouvi,escutar listen:ouvinte,escuta show:mostrar,mostra
  find:encontrar,encontro,encontra,encontrei,achei_um search:procurar,procuro,buscar,busca read:ler,leio,lê,li
  write:escrever,escrevo,escrito understand:entender,entendo,entende,entendi,compreender understanding:compreensão
  come:vir,venho,vem,vêm came:veio,vim become:tornar,virar,virou,tornou,se_tornou,vira
  leave:sair,saio,sai,saiu,deixar,deixa,deixei,deixou arrive:chegar,chego,chega,cheguei,chegou
  happen:acontecer,acontece,aconteceu,acontecendo,passar,passou stay:ficar,fico,fica,fiquei,ficou
  return:voltar,volto,volta,voltei move:mudar_para,mexer,movimento enter:entrar,entra,entrei
  take:pegar,pego,pega,tomar,levar,leva,tirar give:dar,dou,dá,deu,dei,dão,dando
  get:conseguir,consigo,consegue,consegui,receber,recebe,obter,ganhei bring:trazer,traz,trouxe
  put:colocar,coloca,pôr,botar,coloquei send:mandar,enviar,manda keep:manter,guardar,mantém make:fabricar
  create:criar,cria,criou,criação,criei build:construir,construiu,construção use:usar,uso,usa,usei,utilizar,usando
  work:trabalhar,trabalho,trabalha,trabalhei,trabalhando,funciona,funcionar job:emprego,cargo
  start:começar,começo,começa,comecei,começou,iniciar beginning:início end:fim,final,terminar,acabar,acaba,acabou
  finally:finalmente,enfim,no_final stop:parar,para_de continue:continuar,continua wait:esperar,espera
  try:tentar,tento,tenta,tentei,tentando help:ajudar,ajuda,ajudou support:apoiar,apoio follow:seguir,segue,acompanhar
  lead:liderar leader:líder,líderes,chefe manage:gerenciar,gerir,gestão change:mudar,muda,mudou,mudança,mudanças
  improve:melhorar,melhoria grow:crescer,cresce,cresceu growth:crescimento develop:desenvolver,desenvolveu
  development:desenvolvimento developer:desenvolvedor,desenvolvedores,programador
  learn:aprender,aprendo,aprendi,aprende,aprendizado teach:ensinar,ensina,ensinou
  teacher:professor,professora,professores student:estudante,aluno,alunos study:estudar,estudo,estudei,estudos
  school:escola,colégio university:universidade,faculdade course:curso,cursos,aula,aulas education:educação,formação
  knowledge:conhecimento book:livro,livros word:palavra,palavras sentence:frase language:língua,linguagem,idioma
  letter:carta page:página portuguese:português,portuguesa brazil:brasil brazilian:brasileiro,brasileira,brasileiros
  portugal:portugal english:inglês love:amar,amo,ama,amor,adoro,apaixonado like:gosto,gosta,gostar,gostei,gostam
  hate:odeio,odiar,ódio fear:medo hope:espero,esperança,tomara wish:desejo,desejar
  worry:preocupar,preocupação,preocupado feel:sentir,sinto,sente,senti feeling:sentimento,emoção,emoções,sensação
  happy:feliz,felizes,contente,alegria,felicidade sad:triste,tristeza angry:bravo,raiva,irritado
  surprise:surpresa,surpreso,surpreendente excited:animado,empolgado,entusiasmo interesting:interessante,interessantes
  interest:interesse,interessa boring:chato,tédio funny:engraçado,engraçada fun:diversão,divertido
  laugh:rir,risos,risada,ri joke:piada,brincadeira,piadas cry:chorar,choro,chorei crazy:louco,louca,maluco,loucura,doido
  weird:estranho,esquisito amazing:incrível,sensacional,impressionante,maravilhoso cool:legal,bacana,massa
  great:ótimo,ótima,excelente good:bom,boa,bem,bons,boas better:melhor best:o_melhor,a_melhor,melhores
  bad:ruim,mau,mal,má worse:pior nice:simpático,gentil beautiful:bonito,bonita,lindo,linda,belo,bela,beleza
  big:grande,grandes,enorme small:pequeno,pequena,pequenos long:longo,longa,comprido short:curto,curta
  new:novo,nova,novos,novas old:velho,velha,antigo,antiga young:jovem,jovens hard:duro,difícil,difíceis,complicado
  easy:fácil,simples,fáceis,simplesmente fast:rápido,rapidamente,depressa slow:lento,devagar strong:forte,fortes,força
  weak:fraco,fraqueza high:alto,alta low:baixo,baixa deep:profundo,profunda full:cheio,cheia empty:vazio
  free:livre,grátis,liberdade,gratuito important:importante,importantes,importância special:especial,particular
  normal:normal usually:normalmente,geralmente,costuma true:verdade,verdadeiro false:falso wrong:errado,errada,errar
  honest:honesto,sinceramente,honestamente real:real,realidade clear:claro,clara sure:certo,certa,certeza
  complex:complexo,complexa possible:possível impossible:impossível necessary:necessário different:diferente,diferentes
  difference:diferença similar:parecido,semelhante common:comum public:público,pública private:privado
  own:próprio,própria whole:inteiro,inteira,todo_o only:só,somente,apenas,único,única personal:pessoal,pessoalmente
  serious:sério,séria,grave dangerous:perigoso,perigo risk:risco,riscos,arriscar security:segurança,seguro
  power:poder_de,poderoso,potência success:sucesso fail:falhar,fracassar failure:fracasso mistake:erro,erros
  lesson:lição experience:experiência,experiências,vivência skill:habilidade,capacidade talent:talento
  decide:decidir,decidi,decidiu decision:decisão,decisões choose:escolher,escolhi choice:escolha,opção
  advice:conselho,dica,dicas chance:chance,sorte opportunity:oportunidade,oportunidades challenge:desafio,desafios
  crisis:crise war:guerra fight:brigar,briga,luta,lutar win:ganhar,ganhou,vencer,vitória lose:perder,perde,perdi,perdeu
  death:morte die:morrer,morreu,morre dead:morto kill:matar,matou sick:doente disease:doença,doenças
  health:saúde,saudável doctor:médico,médica,doutor,médicos hospital:hospital body:corpo head:cabeça brain:cérebro
  heart:coração eye:olho_dele,olhos hand:mão,mãos face:rosto foot:pé,perna blood:sangue sleep:dormir,sono,durmo
  dream:sonho,sonhos,sonhar eat:comer,come,comi food:comida,alimentação,alimento drink:beber,bebida coffee:café
  water:água wine:vinho beer:cerveja music:música song:canção,músicas game:jogo,jogos play:jogar,joga,brincar,tocar
  film:filme,filmes,cinema picture:imagem,imagens,foto,fotos art:arte,artista sport:esporte football:futebol
  train:trem,treinar,treino travel:viajar,viagem,viagens holiday:férias mind:mente soul:alma god:deus church:igreja
  sun:sol sea:mar tree:árvore animal:animal,animais dog:cachorro,cão cat:gato nature:natureza earth:terra climate:clima
  environment:ambiente energy:energia science:ciência,científico,cientista research:pesquisa,pesquisador,pesquisadores
  technology:tecnologia,tecnologias machine:máquina,máquinas computer:computador intelligence:inteligência
  data:dados,dado file:arquivo network:rede,redes phone:telefone,celular website:site user:usuário,usuários
  tool:ferramenta,ferramentas model:modelo,modelos program:programa,programar store:loja screen:tela key:chave
  code:código system:sistema,sistemas time:tempo,vez,momento,época times:vezes year:ano,anos day:dia,dias
  week:semana,semanas month:mês,meses hour:hora,horas minute:minuto,minutos second:segundo_lugar,segundos,segunda
  today:hoje tomorrow:amanhã yesterday:ontem morning:manhã afternoon:tarde_de evening:noite night:noites
  now:agora,já_agora then:daí,aí soon:logo,em_breve late:tarde early:cedo immediately:imediatamente suddenly:de_repente
  first:primeiro,primeira,primeiros last:último,última,passado,passada next:próxima third:terceiro,terceira
  future:futuro century:século monday:segunda-feira friday:sexta-feira saturday:sábado sunday:domingo summer:verão
  winter:inverno always:sempre often:frequentemente,muitas_vezes sometimes:às_vezes again:de_novo,novamente already:já
  still:ainda maybe:talvez probably:provavelmente definitely:definitivamente,com_certeza
  really:realmente,mesmo,de_verdade actually:na_verdade,na_real,de_fato very:muito,bem_mais too:demais,muito_mais
  also:também even:até_mesmo,inclusive,nem_mesmo just:só_que,acabei_de quite:bastante almost:quase at_least:pelo_menos
  more:mais less:menos most:a_maioria,maioria,maior_parte much:muita,tanto many:muitos,muitas,tantos few:poucos,pouco
  little:um_pouco,um_pouquinho enough:suficiente,chega_de several:vários,várias some:alguns,algumas,algum,alguma
  all:todo,toda,todos,todas everything:tudo everyone:todo_mundo every:cada,qualquer something:algo,alguma_coisa
  someone:alguém nothing:nada nobody:ninguém never:nunca,jamais no:nenhum,nenhuma not:não neither:nem
  other:outro,outra,outros,outras same:mesma,mesmos such:tal both:ambos,os_dois together:juntos,junto
  alone:sozinho,sozinha yes:sim exactly:exatamente,exato right:né,correto okay:ok,tá_bom,beleza_então
  well:bom_então,pois_é oh:ah,oh um:hum,hã,ahn thanks:obrigado,obrigada,valeu please:por_favor hello:olá,oi,bom_dia
  sorry:desculpa,desculpe welcome:bem-vindo,bem-vindos of_course:claro_que,com_certeza_sim,lógico there:lá,ali,aí_tem
  here:aqui,cá up:cima,subir down:baixo_de,descer back:de_volta left:esquerda right_side:direita side:lado,lados
  for_example:por_exemplo kind_of:tipo,meio_que,espécie,uma_espécie basically:basicamente,no_fundo
  especially:principalmente,especialmente,sobretudo instead:em_vez,ao_invés anyway:de_qualquer_forma,enfim_né
  by_the_way:aliás,por_sinal unfortunately:infelizmente obviously:obviamente,evidentemente literally:literalmente
  directly:diretamente completely:completamente,totalmente more_or_less:mais_ou_menos on_the_other_hand:por_outro_lado
  at_the_same_time:ao_mesmo_tempo at_all:de_jeito_nenhum about:cerca,a_respeito one:um_só two:dois,duas three:três
  four:quatro five:cinco six:seis seven:sete eight:oito nine:nove ten:dez twelve:doze twenty:vinte thirty:trinta
  forty:quarenta fifty:cinquenta hundred:cem,cento thousand:mil million:milhão,milhões billion:bilhão,bilhões
  half:metade,meio,meia percent:por_cento,porcento number:número,números once:uma_vez twice:duas_vezes
  people:gente,pessoas,povo human:humano,humanos,humana person:pessoa man:homem,homens,cara_que,senhor
  woman:mulher,mulheres,senhora guy:caras,sujeito child:criança,crianças,filhos boy:menino,garoto
  girl:menina,garota,moça family:família,famílias father:pai mother:mãe parents:pais brother:irmão,irmãos sister:irmã
  son:filho daughter:filha husband:marido wife:esposa friend:amigo,amigos,amiga,amizade colleague:colega,colegas
  boss:patrão employee:funcionário,funcionários,empregado customer:cliente,clientes partner:sócio,parceiro,parceria
  member:membro team:equipe,time_de group:grupo,grupos community:comunidade society:sociedade
  company:empresa,empresas,companhia business:negócio,negócios founder:fundador found:fundar,fundou
  entrepreneur:empreendedor,empresário,empreender investor:investidor,investidores invest:investir,investimento
  money:dinheiro,grana price:preço,preços cost:custo,custa,custos expensive:caro,cara_demais cheap:barato
  pay:pagar,pago,paga buy:comprar,compra,comprei sell:vender,vende,vendas,venda profit:lucro,lucros
  market:mercado,mercados economy:economia,econômico tax:imposto,impostos salary:salário budget:orçamento bank:banco
  debt:dívida,dívidas poor:pobre,pobres,pobreza rich:rico,ricos,riqueza product:produto,produtos
  service:serviço,serviços offer:oferecer,oferta brand:marca,marcas advertising:propaganda,publicidade career:carreira
  project:projeto,projetos task:tarefa plan:plano,planos goal:meta,objetivo,metas idea:ideia,ideias
  thing:coisa,coisas,negócio_que part:parte,partes place:lugar,local,lugares way:jeito,maneira,forma,caminho,modo
  point:ponto,pontos problem:problema,problemas solution:solução,soluções solve:resolver,resolve
  reason:razão,motivo,motivos,causa example:exemplo,exemplos case:caso,casos story:história,histórias life:vida,vidas
  live:viver,vivo,vive,morar,moro,mora world:mundo country:país,países city:cidade,cidades house:casa,casas
  room:quarto,sala door:porta window:janela car:carro,carros street:rua law:lei,leis,direito
  government:governo,estado_brasileiro politics:política,político,políticos election:eleição,eleições police:polícia
  president:presidente right_to:direitos responsibility:responsabilidade,responsável rule:regra,regras contract:contrato
  control:controle,controlar trust:confiança,confiar respect:respeito,respeitar value:valor,valores
  meaning:significado,significa,sentido quality:qualidade effort:esforço result:resultado,resultados
  effect:efeito,impacto influence:influência pressure:pressão,estresse balance:equilíbrio limit:limite
  motivation:motivação process:processo,processos step:passo,etapa strategy:estratégia concept:conceito theory:teoria
  practice:prática structure:estrutura level:nível relationship:relação,relacionamento,relações marriage:casamento
  married:casado,casada,casar divorce:divórcio birth:nascimento,nascer,nasceu age:idade generation:geração,gerações
  culture:cultura behavior:comportamento attitude:atitude habit:hábito,costume meet:encontrar_com,conhecer_um
  meeting:reunião visit:visita,visitar event:evento,eventos invite:convidar,convidado,convite interview:entrevista
  apply:aplicar hire:contratar fire:fogo,demitir,demitido topic:assunto,tema,temas content:conteúdo
  news:notícia,notícias newspaper:jornal media:mídia episode:episódio,episódios record:gravar,gravação
  share:compartilhar,dividir publish:publicar message:mensagem remember:lembrar,lembro,lembra forget:esquecer,esqueci
  memory:memória,lembrança notice:perceber,percebi,notar realize:me_dei_conta,percebeu expect:esperar_que,expectativa
  imagine:imaginar,imagina consider:considerar compare:comparar accept:aceitar,aceita agree:concordo,concordar,acordo
  disagree:discordo,discordar depend:depende,depender matter:importa,importar seem:parecer exist:existir,existe,existem
  lack:faltar,falta join:juntar,participar achieve:alcançar,atingir produce:produzir,produção attention:atenção
  focus:foco,focar curious:curioso,curiosidade creative:criativo,criatividade smart:inteligente,esperto
  stupid:burro,idiota,estúpido,besteira shit:merda,porra brave:coragem,corajoso proud:orgulho,orgulhoso ashamed:vergonha
  guilty:culpa,culpado jealous:ciúme,inveja lonely:solidão tired:cansado,cansada pain:dor,dores
  suffer:sofrer,sofre,sofrimento patience:paciência critical:crítica,crítico extreme:extremo
  consequence:consequência,consequências detail:detalhe,detalhes fact:o_fato proof:prova,provar doubt:dúvida,dúvidas
  secret:segredo enemy:inimigo competition:concorrência,competição,concorrente advantage:vantagem,vantagens
  industry:indústria,setor center:centro line:linha list:lista color:cor,cores red:vermelho green:verde
  black:preto,preta,negro white:branco,branca light:luz,leve dark:escuro hot:quente,calor cold:frio paper:papel
  clothes:roupa,roupas table:mesa bed:cama kitchen:cozinha,cozinhar cut:cortar,corte sing:cantar,cantor
  dance:dançar,dança fly:voar,avião,voo drive:dirigir hit:bater,golpe save:salvar,economizar steal:roubar
  protect:proteger,proteção attack:atacar,ataque defend:defender,defesa promise:prometer,promessa force:obrigar
  avoid:evitar allow:permitir,permite order:ordem,pedido require:exigir check:verificar,conferir measure:medir,medida
  analyze:analisar,análise connect:conectar,conexão replace:substituir add:adicionar,acrescentar remove:remover
  repeat:repetir quit:desistir,largar react:reagir,reação recognize:reconhecer discover:descobrir,descobri,descoberta
  invent:inventar inspire:inspirar,inspiração convince:convencer enjoy:aproveitar,curtir complain:reclamar
  forgive:perdoar celebrate:comemorar birthday:aniversário gift:presente situation:situação,situações
  condition:condição,condições perspective:perspectiva,ponto_de_vista foreign:estrangeiro democracy:democracia
  citizen:cidadão area:área,região weapon:arma prison:prisão,cadeia victim:vítima lawyer:advogado judge:juiz,julgar
  care:cuidar,cuidado worth:vale,vale_a_pena noise:barulho quiet:silêncio,calma,quieto voice:voz sound:som,soa
  terrible:terrível,horrível perfect:perfeito,perfeita ready:pronto,pronta busy:ocupado lazy:preguiça clean:limpo,limpar
  traditional:tradicional,tradição digital:digital independent:independente professional:profissional
  expert:especialista manager:diretor,gerente office:escritório efficient:eficiente innovation:inovação
  absurd:absurdo,ridículo main:principal,principais famous:famoso,famosa favorite:favorito,favorita
  prefer:prefiro,preferir philosophy:filosofia psychology:psicologia,psicólogo therapy:terapia depression:depressão
  drug:droga,drogas medicine:remédio,medicina aware:consciência,consciente guess:adivinhar suppose:suponho hide:esconder
  close:fechar,fechado open:abrir,abre,aberto,abri turn:girar push:empurrar throw:jogar_fora,lançar
  launch:lançamento,lançou break:quebrar,quebrado fall:cair,caiu rise:aumentar,aumento reduce:reduzir carry:carregar
  sit:sentar,sentado run:correr,corre walk:andar,caminhar information:informação,informações what:quê are:és,são_os
  have:tens,tenhas go:vais from_here:daqui,dali of_that:disto,daquilo,nisto him:lhe them:lhes,os_viu
  could:podias,podíamos,pudesse should:devias,devíamos was:estive,estivesse,foste,estavas said:disseste
  great:óptimo,óptima boy:rapaz,rapazes,miúdo girl:rapariga,miúda too:demasiado lack_of:falta_de rest:resto front:frente
  capable:capaz,capazes damage:dano useful:útil useless:inútil current:atual,atuais previous:anterior
  general:geral,em_geral specific:específico,específica listener:ouvintes guest:convidada audience:audiência,público_de
  others:outrem everywhere:todo_lado,todo_lugar destroy:destruir too_bad:pena,que_pena space:espaço piece:pedaço,bocado
  rather:melhor_dizendo role:papéis social:social,sociais author:autor stage:palco reach:chega_a,alcance
  turn_out:acabou_que deal:lidar,tratar amount:quantidade,monte_de others:demais_pessoas
`;
