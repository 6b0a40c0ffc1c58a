// What words of French are in English (see ../read-gloss).

export const FRENCH = `
  the:le,la,les,l' a:un,une of:de,d',du of_the:des to:à,pour at_the:au,aux in:en,dans on:sur under:sous with:avec
  without:sans for:pour_le by:par from:depuis,dès between:entre among:parmi against:contre before:avant,avant_de
  after:après behind:derrière around:autour,environ during:pendant,durant,lors until:jusqu',jusque,jusqu'à
  since:depuis_que toward:vers at:chez,à_l' despite:malgré except:sauf,hormis and:et or:ou but:mais
  so:donc,alors,du_coup,ainsi because:parce_que,parce_qu',parce,car,puisque,puisqu' if:si when:quand,lorsque,lorsqu'
  as:comme,en_tant_que while:tandis_que,alors_que,pendant_que although:bien_que,même_si
  however:pourtant,cependant,toutefois,néanmoins otherwise:sinon,autrement -:se,s' new:nouvel boss:patron,le_patron
  either:soit put:mise,mises disaster:catastrophe entrepreneur:entreprendre,entrepreneur,entrepreneurs channel:chaîne
  subscribe:abonnez,abonne-toi,abonnez-vous fail:planter,planté bankrupt:faillite seventy:soixante-dix
  eighty:quatre-vingt,quatre-vingts ninety:quatre-vingt-dix alone:solitaire that:que,qu',ça,cela,ce_que who:qui
  what:quoi,qu'est-ce_que,qu'est-ce_qui,quel,quelle,quels,quelles,ce_qui,ce_qu' which:lequel,laquelle,lesquels,dont
  where:où how:comment why:pourquoi how_much:combien is_it:est-ce_que,est-ce_qu',est-ce i:je,j' you:tu,vous,toi,t',te
  he:il she:elle we:nous,on they:ils,elles,leur me:me,m',moi him:lui them:eux it:y,en_a myself:moi-même
  yourself:toi-même,vous-même ourselves:nous-mêmes themselves:eux-mêmes herself:elle-même himself:lui-même,soi
  my:mon,ma,mes your:ton,ta,tes,votre,vos his:son,sa,ses our:notre,nos their:leurs this:ce,cet,cette,ceci these:ces
  that:celui,celle,celui-là these_ones:ceux,celles mine:mien,mienne it_is:c'est,il_est it_was:c'était,c'étaient
  that_is:ça_c'est it_will_be:ce_sera it_would_be:ce_serait there_is:il_y_a,y_a there_was:il_y_avait,y_avait
  there_will_be:il_y_aura there_are_not:il_n'y_a ago:il_y_a_longtemps here_is:voici,voilà not:ne,n',pas,ne_pas
  no:non,aucun,aucune never:jamais nothing:rien nobody:personne_ne no_longer:plus_jamais neither:ni yes:oui,si_si
  yeah:ouais,ouaip exactly:exactement,tout_à_fait,justement right:d'accord,hein,n'est-ce_pas,juste
  okay:ok,okay,bon,bah,ben well:eh_bien,enfin,bref oh:oh,ah um:euh,hum,hein_euh thanks:merci
  please:s'il_te_plaît,s'il_vous_plaît hello:bonjour,salut,coucou,bonsoir bye:au_revoir
  sorry:désolé,pardon,excuse-moi,excusez-moi welcome:bienvenue wow:waouh,wow of_course:bien_sûr,évidemment,naturellement
  is:est am:suis are:es,êtes,sont,sommes be:être was:étais,était,fut,fus were:étaient,étions,étiez been:été being:étant
  will_be:sera,serai,seront,serez,seras would_be:serait,serais,seraient be_it:sois,soient,soyez,soyons
  have:ai,avons,avez,ont,avoir,as has:a had:avais,avait,avaient,avions,aviez,eu,eut having:ayant
  will_have:aura,aurai,auront,auras would_have:aurait,aurais,auraient,aurions have_it:aie,ait,aies
  do:fais,fait_que,faire,faites,fait,font,faisons made:fabriqué did:faisait,faisais,faisaient,fit doing:faisant
  will_do:fera,ferai,feront would_do:ferait,ferais go:vais,va,aller,allez,allons,vas,vont,allé,allée,allés
  went:allait,allais,allaient,alla will_go:irai,ira,iront let's:allons-y,allez-y,vas-y
  can:peux,peut,pouvez,pouvons,peuvent,pouvoir
  could:pouvais,pouvait,pourrait,pourrais,pourraient,pouvaient,pu,pourrez,pourra
  must:dois,doit,devez,devons,doivent,devoir should:devrait,devrais,devraient,devriez had_to:devait,devais,devaient,dû
  need:faut,il_faut,besoin,ai_besoin,falloir,nécessite would_need:faudrait,il_faudrait needed:fallait,il_fallait,fallu
  want:veux,veut,voulez,voulons,veulent,vouloir,envie,souhaite,souhaiter wanted:voulais,voulait,voulaient,voulu
  would_like:voudrais,voudrait,aimerais,aimerait
  know:sais,sait,savez,savons,savent,savoir,connais,connaît,connaître,connaissez,connu
  knew:savais,savait,savaient,su,connaissait,connaissais
  think:pense,penser,crois,croire,croit,croyez,réfléchir,réfléchi,pensez thought:pensais,pensait,pensé,croyais
  i_think:je_pense,je_crois,je_trouve,à_mon_avis i_mean:je_veux_dire,c'est-à-dire
  you_know:tu_sais,vous_savez,tu_vois,vous_voyez i_don't_know:je_sais_pas,je_ne_sais_pas,j'en_sais_rien
  believe:croyance,croyances,convaincu say:dire,dis,dit,dites,disent,disons said:disait,disais,disaient
  tell:raconter,raconte,raconté,racontait talk:parler,parle,parlé,parlait,discuter,discussion,parlez
  speak:exprimer,s'exprimer explain:expliquer,explique,explication describe:décrire,décrit,description
  call:appeler,appelle,appelé,appel,appelait name:nom,noms,prénom ask:demander,demande,demandé,poser,pose
  answer:répondre,réponse,réponses,répond,répondu question:question,interroger
  see:voir,vois,voit,voyez,voyons,voient,verra,verrez saw:voyait,vu,vue,vus,vis
  look:regarder,regarde,regardez,regardé,regard,ressemble,semble_être hear:entendre,entends,entend,entendu
  listen:écouter,écoute,écoutez,écouté watch:visionner show:montrer,montre,montré,émission
  find:trouver,trouve,trouvé,retrouver,trouvez search:chercher,cherche,cherché,recherche read:lire,lis,lit,lu
  write:écrire,écris,écrit,écriture understand:comprendre,comprends,comprend,compris,comprenez
  understanding:compréhension come:venir,viens,vient,venez,viennent,venu,venait,reviens,revenir came:vint,vinrent
  become:devenir,devient,devenu,devenue,deviennent
  leave:partir,pars,part_de,parti,quitter,quitté,quitte,laisser,laisse,laissé,sortir,sort,sorti
  arrive:arriver,arrive,arrivé,arrivait happen:se_passe,passe,passer,passé,se_passer,s'est_passé stay:rester,reste,resté
  return:rentrer,rentré,retour,retourner move:bouger,déménager,mouvement,déplacer enter:entrer,entré,entrée
  take:prendre,prends,prend,prenez,pris,prennent,prenait give:donner,donne,donné,donnait,donnez
  get:obtenir,obtenu,recevoir,reçu,reçois bring:apporter,amener,apporte,emmener put:mettre,mets,met,mis,mettez,mettent
  send:envoyer,envoie,envoyé keep:garder,garde,gardé,conserver hold:tenir,tiens,tient,tenu make:fabriquer,rendre,rend
  create:créer,crée,créé,création build:construire,construit,bâtir,construction
  use:utiliser,utilise,utilisé,utilisation,usage,servir,sert
  work:travailler,travaille,travail,travaillé,bosser,bosse,marche,fonctionne,fonctionner,marcher,boulot
  job:emploi,poste,métier,métiers,job start:commencer,commence,commencé,démarrer,lancer,lancé,lance
  beginning:début,commencement end:fin,finir,terminer,terminé,fini,finit finally:finalement,au_final,enfin_bref
  stop:arrêter,arrête,arrêté,stopper,cesser continue:continuer,continue,poursuivre
  wait:attendre,attends,attend,attendez,attendu try:essayer,essaie,essayé,essaye,tenter,tente,tentative
  help:aider,aide,aidé support:soutenir,soutien,appui,accompagner,accompagnement follow:suivre,suit,suivi,suivant
  lead:mener,mène,diriger,dirige leader:dirigeant,dirigeants,chef,leaders manage:gérer,gère,gestion,réussir_à,arriver_à
  change:changer,change,changé,changement,modifier improve:améliorer,amélioré,amélioration
  grow:grandir,grandi,croître,pousser growth:croissance develop:développer,développé,développe development:développement
  developer:développeur,développeurs,développeuse learn:apprendre,apprends,apprend,appris,apprentissage
  teach:enseigner,enseigne,enseignement teacher:prof,professeur,enseignant,maître
  student:étudiant,étudiants,élève,élèves study:étudier,étude,études school:école,lycée,collège
  university:université,fac,faculté course:cours,formation education:éducation
  knowledge:connaissance,connaissances,savoirs book:livre,livres,bouquin word:mot,mots,parole sentence:phrase
  language:langue,langage,langues letter:lettre page:page french:français,française english:anglais,anglaise
  france:france europe:européen,européenne love:aimer,aime,aimes,aimé,amour,adore,adorer,aimait like:plaît,plaire,pareil
  hate:déteste,détester,haine fear:peur,crainte,craindre hope:espérer,espère,espoir wish:souhait
  worry:inquiéter,inquiet,souci,inquiétude feel:sentir,sens,sent,senti,ressentir,ressens
  feeling:sentiment,émotion,émotions,ressenti happy:heureux,heureuse,content,contente,bonheur sad:triste,tristesse
  angry:colère,fâché,énervé,énerve surprise:surprise,surpris,étonné,surprenant,étonnant shock:choc,choqué,choquant
  excited:excité,enthousiaste,enthousiasme,hâte exciting:excitant,passionnant,palpitant
  interesting:intéressant,intéressante,intéressants interest:intérêt,intéresse,intéresser boring:ennuyeux,ennui,chiant
  funny:drôle,marrant,rigolo fun:plaisir,amusant,s'amuser,fun laugh:rire,rires,rigoler,rit laughs:éclats_de_rire
  joke:blague,blagues,plaisanterie cry:pleurer,pleure crazy:fou,folle,dingue,folie,fous weird:bizarre,étrange,chelou
  amazing:incroyable,génial,extraordinaire,géniale,incroyables cool:cool,sympa
  great:super,formidable,magnifique,grand_merci good:bonne,bons,bonnes,bien better:mieux,meilleur,meilleure
  best:le_mieux,le_meilleur,la_meilleure,meilleurs bad:mauvais,mauvaise,mal worse:pire,empirer
  nice:gentil,gentille,agréable,chouette beautiful:beau,belle,beauté,joli,jolie,beaux
  big:grand,grande,gros,grosse,énorme,grands,grandes huge:immense,gigantesque small:petit,petite,petits,petites
  long:long,longue,longtemps,longs short:court,courte new:nouveau,nouvelle,nouveaux,nouvelles,neuf
  old:vieux,vieille,ancien,ancienne,âgé young:jeune,jeunes hard:dur,dure,difficile,difficiles,compliqué,compliquée
  easy:facile,simple,faciles,facilement fast:vite,rapide,rapidement slow:lent,lentement strong:fort,forte,force,forts
  weak:faible,faiblesse high:haut,haute,élevé low:bas,basse,baisser deep:profond,profonde,profondément
  full:plein,pleine,complet empty:vide free:libre,gratuit,gratuitement,liberté
  important:important,importante,importants,importance special:spécial,particulier,particulière,particulièrement
  normal:normal,normale usually:normalement,d'habitude,généralement,en_général true:vrai,vraie,vérité false:faux,fausse
  wrong:tort,se_tromper,trompé,erroné honest:honnête,honnêtement,franchement,sincèrement
  real:réel,réelle,réalité,réellement clear:clair,claire,clairement sure:sûr,sûre,certain,certaine
  complex:complexe,complexité possible:possible impossible:impossible necessary:nécessaire
  different:différent,différente,différents,différentes difference:différence similar:similaire,semblable
  common:commun,commune rare:rare public:public,publique private:privé,privée own:propre,posséder
  whole:entier,entière,tout_le only:seulement,uniquement,que_ça,seul,seule,juste_un
  personal:personnel,personnelle,personnellement serious:sérieux,sérieuse,grave dangerous:dangereux danger:danger
  risk:risque,risques,risqué safe:sécurité,sûreté power:pouvoir_de,puissance,puissant,puissante success:succès,réussite
  successful:réussi,réussir,réussit fail:échouer,échoué failure:échec,échecs mistake:erreur,erreurs,faute
  lesson:leçon,leçons experience:expérience,expériences,vécu skill:compétence,compétences talent:talent
  decide:décider,décidé,décide decision:décision,décisions choose:choisir,choisi,choisis choice:choix
  advice:conseil,conseils recommend:recommander,conseiller,recommande chance:chance,hasard
  opportunity:occasion,opportunité,opportunités challenge:défi,défis,enjeu,enjeux crisis:crise war:guerre
  fight:combat,combattre,lutte,se_battre,lutter,bataille win:gagner,gagné,gagne,victoire lose:perdre,perd,perdu,perds
  death:mort,décès die:mourir,meurt dead:morts kill:tuer,tué sick:malade disease:maladie,maladies health:santé
  doctor:médecin,docteur,médecins hospital:hôpital body:corps head:tête brain:cerveau heart:cœur,coeur eye:yeux,œil
  hand:main,mains face:visage,face foot:pied,pieds,jambe blood:sang sleep:dormir,dort,sommeil eat:manger,mange,mangé
  food:nourriture,alimentation,bouffe drink:boire,boit,bois,verre coffee:café water:eau wine:vin beer:bière
  music:musique song:chanson,chansons game:jeu,jeux play:jouer,joue,joué film:film,films,cinéma
  picture:image,images,photo,photos art:art,artiste,artistes sport:sport train:train,entraîner
  travel:voyage,voyager,voyages holiday:vacances mind:esprit soul:âme god:dieu church:église weather:météo sun:soleil
  sky:ciel sea:mer,océan mountain:montagne tree:arbre,arbres,forêt animal:animal,animaux dog:chien,chiens cat:chat,chats
  nature:nature earth:terre,sol climate:climat,climatique environment:environnement,milieu energy:énergie
  science:science,scientifique,scientifiques research:chercheur,chercheurs,recherches
  technology:technologie,technologies,technique,techniques machine:machine,machines
  computer:ordinateur,ordi,informatique artificial:artificielle,artificiel intelligence:intelligence ai:ia,l'ia
  data:données,donnée file:fichier,fichiers network:réseau,réseaux device:appareil phone:téléphone,portable
  website:site,internet system:système,systèmes user:utilisateur,utilisateurs tool:outil,outils model:modèle,modèles
  software:logiciel,logiciels program:programme,programmer store:magasin,boutique,stocker screen:écran key:clé,clef
  time:temps,fois,époque,moment,moments year:an,ans,année,années day:jour,jours,journée week:semaine,semaines month:mois
  hour:heure,heures minute:minute,minutes second:seconde,secondes,deuxième today:aujourd'hui,actuellement
  tomorrow:demain yesterday:hier morning:matin,matinée evening:soir,soirée night:nuit,nuits now:maintenant,désormais
  then:puis,ensuite,après_ça soon:bientôt late:tard,retard later:plus_tard early:tôt
  immediately:immédiatement,tout_de_suite,aussitôt suddenly:soudain,tout_d'un_coup,d'un_coup
  first:premier,première,d'abord,premièrement last:dernier,dernière,derniers next:prochain,prochaine,prochaines
  third:troisième,tiers future:futur,avenir century:siècle monday:lundi tuesday:mardi wednesday:mercredi thursday:jeudi
  friday:vendredi saturday:samedi sunday:dimanche weekend:week-end spring:printemps summer:été_dernier,l'été
  autumn:automne winter:hiver january:janvier february:février march:mars june:juin july:juillet august:août
  december:décembre always:toujours often:souvent sometimes:parfois,des_fois,quelquefois
  again:encore,à_nouveau,de_nouveau already:déjà still:encore_un,toujours_pas yet:pas_encore maybe:peut-être
  probably:probablement,sans_doute,sûrement definitely:certainement,absolument,carrément really:vraiment
  actually:en_fait,effectivement,en_effet,en_réalité very:très,vachement,hyper,trop too:trop_de also:aussi,également
  even:même just:juste_pour,juste_que only_then:ne_que quite:assez,plutôt,relativement pretty:assez_bien
  almost:presque,quasiment,quasi at_least:au_moins,au_minimum more:plus,davantage less:moins
  most:la_plupart,le_plus,plupart much:beaucoup,tellement,autant many:plein_de,nombreux,nombreuses few:peu,quelques
  little:un_peu enough:suffisamment,suffit,suffisant several:plusieurs some:certains,certaines,quelque,quelques-uns
  all:tout,tous,toute,toutes everything:tout_ça,tout_ce everyone:tout_le_monde every:chaque,chacun,chacune
  something:quelque_chose,truc someone:quelqu'un somewhere:quelque_part anything:n'importe_quoi anyone:n'importe_qui
  other:autre,autres,d'autres same:la_même,le_même,les_mêmes,mêmes such:tel,telle,tels both:les_deux,tous_les_deux
  together:ensemble alone:tout_seul,toute_seule,seuls each_other:l'un_l'autre there:là,là-bas,là-dessus,y_aller here:ici
  over_there:là-haut up:en_haut,monter,monté down:en_bas,descendre,par_terre out:dehors,hors inside:dedans,à_l'intérieur
  outside:extérieur,à_l'extérieur far:loin near:près,proche,proches next_to:à_côté left:gauche right_side:droite
  front:devant,avant_tout back:arrière,dos in_front:en_face side:côté,côtés for_example:par_exemple
  kind_of:un_peu_comme,genre,sorte,espèce,en_quelque_sorte
  basically:en_gros,au_fond,à_la_base,fondamentalement,globalement especially:surtout,notamment
  instead:au_lieu,à_la_place anyway:de_toute_façon,de_toutes_façons,quand_même by_the_way:d'ailleurs,au_fait
  therefore:par_conséquent,c'est_pourquoi unfortunately:malheureusement,hélas apparently:apparemment,visiblement
  obviously:manifestement literally:littéralement directly:directement,direct
  completely:complètement,totalement,entièrement simply:simplement,tout_simplement more_or_less:plus_ou_moins,à_peu_près
  on_the_other_hand:par_contre,en_revanche,d'un_autre_côté at_the_same_time:en_même_temps,à_la_fois
  at_all:du_tout,pas_du_tout according_to:selon,d'après thanks_to:grâce so_that:pour_que,afin,afin_de
  in_order_to:histoire_de whatever:quoi_que,peu_importe one:l'un,l'une,unique two:deux three:trois four:quatre five:cinq
  six:six seven:sept eight:huit nine:neuf_heures ten:dix eleven:onze twelve:douze fifteen:quinze twenty:vingt
  thirty:trente forty:quarante fifty:cinquante sixty:soixante hundred:cent,cents,centaine,centaines
  thousand:mille,millier,milliers million:million,millions billion:milliard,milliards half:demi,moitié,demie
  percent:pour_cent,pourcentage number:nombre,numéro,chiffre,chiffres double:doubler,double
  dozen:dizaine,dizaines,douzaine once:une_fois twice:deux_fois people:gens,personnes,peuple
  human:humain,humains,humaine,humanité person:personne man:homme,hommes,mec,type,bonhomme woman:femme,femmes,nana
  guy:gars,mecs child:enfant,enfants,gamin,gosse,gamins kid:gosses boy:garçon,garçons girl:fille,filles
  family:famille,familles father:père,papa mother:mère,maman parents:parents brother:frère,frères sister:sœur,soeur
  son:fils daughter:ma_fille husband:mari wife:épouse friend:ami,amis,amie,copain,pote,potes,copine
  colleague:collègue,collègues boss:patronne,supérieur employee:employé,employés,salarié,salariés
  customer:client,clients,clientèle,cliente partner:partenaire,associé,associés member:membre,membres
  team:équipe,équipes group:groupe,groupes community:communauté,collectif society:société_civile,sociétés
  company:entreprise,entreprises,boîte,société,compagnie,boîtes business:affaires,affaire,commerce,business
  founder:fondateur,fondatrice,fondateurs found:fonder,fondé,fondée investor:investisseur,investisseurs
  invest:investir,investi,investissement money:argent,fric,thune,sous_de euro:euro,euros price:prix,tarif
  cost:coût,coûte,coûter,coûts expensive:cher,chère,chers cheap:pas_cher pay:payer,paye,payé,paie,paiement
  buy:acheter,achète,acheté,achat sell:vendre,vend,vendu,vente,ventes sales:commercial,commerciaux
  profit:bénéfice,profit,rentable loss:perte,pertes market:marché,marchés economy:économie,économique
  tax:impôt,impôts,taxe salary:salaire,salaires budget:budget bank:banque debt:dette,dettes poor:pauvre,pauvres,pauvreté
  rich:riche,riches,richesse product:produit,produits service:service,services
  offer:offrir,offre,proposer,propose,proposition brand:marque,marques advertising:publicité,pub career:carrière
  project:projet,projets task:tâche,tâches plan:plan,prévu,prévoir goal:but,objectif,objectifs idea:idée,idées
  thing:chose,choses,trucs,machin stuff:bazar part:partie,parties place:endroit,lieu,place,lieux
  way:façon,manière,chemin,moyen,façons point:point,points problem:problème,problèmes,souci_de
  solution:solution,solutions solve:résoudre,résolu,régler reason:raison,raisons,cause example:exemple,exemples case:cas
  story:histoire,histoires,récit life:vie,vies,quotidien live:vivre,vit,vis_dans,vivent,habiter,habite
  world:monde,mondial,mondiale country:pays city:ville,villes village:village house:maison,maisons
  home:chez_moi,chez_soi,foyer room:chambre,salle,pièce door:porte window:fenêtre car:voiture,bagnole,voitures
  street:rue law:loi,lois,droit_de,juridique court:tribunal,cour government:gouvernement,état
  politics:politique,politiques party:parti_politique,fête election:élection,élections police:police,flic,flics
  president:président minister:ministre right_to:droit,droits responsibility:responsabilité,responsable,responsables
  rule:règle,règles contract:contrat control:contrôle,contrôler,maîtriser trust:confiance respect:respect,respecter
  value:valeur,valeurs meaning:signification,signifie,veut_dire,sens_de purpose:but_de quality:qualité
  effort:effort,efforts result:résultat,résultats effect:effet,effets,impact influence:influence,influencer
  pressure:pression,stress balance:équilibre limit:limite,limites motivation:motivation,motivé method:méthode,méthodes
  process:processus,procédure step:étape,étapes,pas_à_pas strategy:stratégie,stratégique concept:concept,notion
  theory:théorie practice:pratique,pratiquer structure:structure level:niveau,niveaux
  relationship:relation,relations,rapport,rapports marriage:mariage married:marié,mariée,marier divorce:divorce,divorcé
  birth:naissance,né,née,naître age:âge generation:génération,générations culture:culture,culturel behavior:comportement
  attitude:attitude habit:habitude,habitudes meet:rencontrer,rencontré,rencontre meeting:réunion,réunions,rendez-vous
  visit:visite,visiter event:événement,événements,évènement invite:inviter,invité,invités interview:entretien,interview
  apply:appliquer,postuler,candidat hire:embaucher,recruter,recrutement,embauche fire:feu,virer,viré,licencier,incendie
  topic:sujet,sujets,thème content:contenu,contenus news:actualité,infos,info newspaper:journal,presse media:médias
  episode:épisode,épisodes record:enregistrer,enregistrement share:partager,partage,partagé publish:publier,publié
  receive:recevez message:message account:compte,comptes remember:souvenir,souviens,rappelle,rappeler,souvenirs
  forget:oublier,oublié,oublie memory:mémoire notice:remarquer,remarqué
  realize:réaliser,réalise,rendre_compte,rends_compte,se_rendre_compte expect:s'attendre,attente,attentes
  imagine:imaginer,imagine,imaginez consider:considérer,considère,envisager compare:comparer,comparaison
  accept:accepter,accepte,accepté agree:être_d'accord,accord disagree:pas_d'accord depend:dépend,dépendre,ça_dépend
  matter:importe,compter,compte_vraiment belong:appartient,appartenir seem:semble,sembler,paraît,avoir_l'air,a_l'air
  appear:apparaître,apparaît exist:exister,existe include:inclure,comprend_aussi lack:manque,manquer,manqué
  join:rejoindre,rejoint,participer,participe achieve:atteindre,accomplir produce:produire,production
  deliver:livrer,livraison attention:attention focus:concentrer,concentre,se_concentrer curious:curieux,curiosité
  creative:créatif,créativité smart:intelligent,malin,intelligente stupid:stupide,con,bête,idiot,conne
  nonsense:n'importe_quoi_quoi,conneries,connerie,bêtise shit:merde,putain brave:courage,courageux confident:confiant
  proud:fier,fière,fierté ashamed:honte,gêne guilty:coupable,culpabilité jealous:jaloux,jalousie lonely:solitude
  tired:fatigué,fatiguée,épuisé,fatigue burnout:burn-out pain:douleur,peine,souffrance suffer:souffrir,souffre
  patience:patience,patient critical:critique,critiquer extreme:extrême,extrêmement consequence:conséquence,conséquences
  principle:principe,principes base:base detail:détail,détails fact:fait_est,le_fait proof:preuve,prouver,prouvé
  claim:affirmer,prétendre argument:argument,arguments doubt:doute,douter secret:secret,secrets magic:magie,magique
  border:frontière,frontières enemy:ennemi competition:concurrence,concurrent,concurrents,compétition
  advantage:avantage,avantages disadvantage:inconvénient,inconvénients benefit:profiter,bénéficier
  industry:industrie,secteur factory:usine farmer:agriculteur,agriculture,paysan north:nord south:sud east:l'est
  west:ouest top:sommet center:centre,milieu_de corner:coin line:ligne list:liste circle:cercle form:forme,formulaire
  color:couleur,couleurs red:rouge green:vert,verte blue:bleu black:noir,noire white:blanc,blanche gold:or,d'or
  light:lumière,léger dark:sombre hot:chaud,chaude,chaleur cold:froid,froide wind:vent snow:neige rain:pluie
  wood:bois_de stone:pierre glass:verre_de paper:papier clothes:vêtements,fringues shoes:chaussures bag:sac
  table:table,tableau chair:chaise bed:lit_de kitchen:cuisine,cuisiner wall:mur cut:couper,coupe,coupé
  paint:peindre,peinture sing:chanter,chanteur dance:danser,danse jump:sauter,saut swim:nager fly:voler,avion,vol
  drive:conduire,conduite climb:grimper touch:toucher,touche,touché hit:frapper,frappe,coup,coups
  shoot:tirer,tire,tournage save:sauver,sauvé,économiser,épargner steal:voler_de,volé cheat:tricher,tromper
  protect:protéger,protection attack:attaquer,attaque defend:défendre,défense promise:promettre,promesse,promis
  threaten:menacer,menace force:forcer,obliger,obligé,forcé avoid:éviter,évite prevent:empêcher,empêche
  refuse:refuser,refuse,refusé allow:permettre,permet,permis,autoriser forbid:interdit,interdire
  order:ordre,commander,commande require:exiger,exige,exigence suggest:suggérer check:vérifier,vérifie
  measure:mesurer,mesure count:compter_les calculate:calculer,calcul estimate:estimer analyze:analyser,analyse
  observe:observer connect:connecter,lien,relier,connexion combine:combiner separate:séparer,séparé,séparation
  replace:remplacer,remplacé add:ajouter,ajoute remove:enlever,supprimer,retirer copy:copier,copie fix:réparer,corriger
  repeat:répéter,répète interrupt:interrompre quit:abandonner,démissionner,abandonné,démission react:réagir,réaction
  recognize:reconnaître,reconnu discover:découvrir,découvert,découverte invent:inventer,invention,inventé
  define:définir,définition inspire:inspirer,inspirant,inspiration convince:convaincre,convaincant
  impress:impressionnant,impressionné enjoy:profite,savourer relax:détendre,se_détendre,tranquille
  bother:déranger,gêner,embêter complain:plaindre,se_plaindre blame:reprocher,reproche forgive:pardonner
  celebrate:fêter,célébrer birthday:anniversaire gift:cadeau,cadeaux christmas:noël situation:situation,état_de
  condition:condition,conditions context:contexte perspective:perspective,point_de_vue vision:vision diversity:diversité
  equal:égal,égalité justice:justice,juste_titre poverty:misère foreign:étranger,étrangers,étrangère
  democracy:démocratie population:population citizen:citoyen,citoyens neighbor:voisin,voisins area:région,quartier,zone
  domaine:domaine local:local,locale international:international crime:crime murder:meurtre weapon:arme,armes
  soldier:soldat army:armée prison:prison victim:victime lawyer:avocat judge:juger,juge,jugement
  care:soin,soins,prendre_soin,s'occuper,occuper insurance:assurance worth:vaut,valoir,vaut_le_coup,vaut_la_peine
  tension:tension mood:humeur,ambiance noise:bruit loud:fort_bruit quiet:calme,silence,tranquillement voice:voix
  sound:son_du,sonne taste:goût terrible:terrible,horrible,affreux disgusting:dégueulasse,dégoûtant
  perfect:parfait,parfaite,parfaitement excellent:excellent wonderful:merveilleux,merveilleuse ideal:idéal
  suitable:adapté,approprié,convient available:disponible ready:prêt,prête busy:occupé lazy:paresseux,flemme,fainéant
  careful:prudent,fais_attention strict:strict soft:doux,douce dirty:sale clean:propre_et,nettoyer modern:moderne
  traditional:traditionnel,tradition classic:classique digital:numérique,digital sustainable:durable
  independent:indépendant,indépendance,autonome professional:professionnel,professionnelle,pro
  expert:expert,spécialiste,experts manager:directeur,directrice,manager,gérant management:management,direction
  department:département,service_de office:bureau,bureaux automatically:automatiquement,automatique
  efficient:efficace,efficacité productive:productif,productivité flexible:flexible,souplesse
  transparent:transparence,transparent innovation:innovation,innovant absurd:absurde,ridicule
  exact:exact,précis,précise,précisément main:principal,principale,principalement unknown:inconnu
  known:connue,célèbre,réputé popular:populaire favorite:préféré,préférée,favori prefer:préférer,préfère
  rather:plutôt_que philosophy:philosophie psychology:psychologie,psychologique,psy therapy:thérapie trauma:traumatisme
  depression:dépression,déprime addiction:addiction drug:drogue alcohol:alcool medicine:médicament,médicaments,médecine
  pandemic:pandémie,covid vaccine:vaccin aware:conscience,conscient truth_is:en_vérité evidence:évidence
  allow_me:permettez engineer:ingénieur,ingénieurs,ingé,ingénierie code:coder,coder_en deploy:déployer,déploiement
  manager_of:encadrement layoff:licenciement,licenciements growth_rate:taux rate:taux_de hype:mode,tendance
  trend:tendances search_engine:moteur engine:moteurs version:version environmental:écologie,écologique
  load:charge,charger deal:s'en_occuper,traiter,accord_de wonder:se_demander,me_demande compete:rivaliser tech:tech
  skip:sauter_le bet:parier,pari predict:prédire,prévision guess:deviner,suppose,imagine_que
  suppose:supposer,censé,censée,supposé hide:cacher,caché close:fermer,fermé,ferme open:ouvrir,ouvert,ouvre,ouverte
  turn:tourner,tourne,tour push:pousser_à,pousse pull:tirer_sur throw:jeter,jette,jeté break:casser,cassé,pause
  fall:tomber,tombe,tombé,chute rise:augmenter,augmentation,augmente,hausse,monte carry:porter,porte_sur,transporter
  sit:asseoir,assis stand:debout run:courir,court_après,tourner_sur walk:promener,promenade,marcher_dans
  escape:échapper,fuir reach:atteint,joindre touch_on:aborder so_much:tant everywhere:partout
  disappear:disparaître,disparu destroy:détruire too_bad:dommage witness:témoin let:laissez capable:capable,capables
  impression:impression useful:utile,utiles useless:inutile sense:ça_a_du_sens,du_sens current:actuel,actuelle,actuels
  previous:précédent,précédente general:général,générale specific:spécifique,spécifiques,spécifiquement
  general:générales listener:auditeur,auditeurs guest:invitée audience:audience,public_de release:sortie,sortir_un
  huge:énormément hire:embauché,recrute,recruté recruiter:recruteur,recruteurs salary:rémunération
  stock:action,actions,bourse raise:lever,levée fundraise:levée_de_fonds inflation:inflation
  interest_rate:taux_d'intérêt valuation:valorisation lay_off:licencié,licenciés,licencie startup:startup,start-up
  bonus:prime,bonus senior:senior,confirmé junior:junior,débutant lot:tas,un_tas handle:gérer_ça
  turn_out:s'avère,il_s'avère realize:s'apercevoir,aperçu basically:finalement_c'est decade:décennie,décennies
  reduce:réduire,réduit,diminuer,baisse layer:couche scale:échelle average:moyenne,moyen_de deal:deal trust:fier_à
  large:large,vaste publish:publie write:rédiger,écrivais newsletter:newsletter blog:blog article:article,articles
  subscriber:abonné,abonnés subscribe:abonner,s'abonner spend:dépenser,dépense,dépenses rely:compter_sur
  peak:pic,sommet_du crash:krach,effondrement,effondré,s'effondrer surprising:surprenante quickly:vite_fait
  rough:rude,approximatif tough:coriace,rude_épreuve opposite:inverse,contraire,opposé expert_in:calé
  honest_with:soyons_honnêtes either:soit_l'un,non_plus whole:l'ensemble,ensemble_de it:c'
`;
