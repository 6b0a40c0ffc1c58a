// What words of Spanish are in English (see ../read-gloss).

export const SPANISH = `
  the:el,la,los,las,lo a:un,una some:unos,unas of:de of_the:del to:a,para_que to_the:al in:en with:con without:sin
  for:para,por by:por_la from:desde on:sobre between:entre against:contra before:antes,antes_de after:después,tras
  until:hasta during:durante toward:hacia according_to:según under:bajo,debajo behind:detrás around:alrededor near:cerca
  far:lejos inside:dentro,adentro outside:fuera,afuera with_me:conmigo with_you:contigo except:excepto,salvo
  despite:a_pesar and:y,e or:o,u but:pero,sino so:entonces,así_que,así,pues because:porque,ya_que,puesto_que if:si
  when:cuando -:se boss:jefe,jefa,el_jefe very:súper,super hair:pelo come_on:venga much:muchísimo,muchísima give:dale
  channel:canal,canales subscribe:suscríbete,suscribirse,suscribir,suscriptores sixty:sesenta seventy:setenta
  eighty:ochenta ninety:noventa bankrupt:quiebra,bancarrota,arruinado disaster:desastre entrepreneurship:emprendimiento
  alone:solitario as:como while:mientras although:aunque however:sin_embargo,no_obstante
  therefore:por_lo_tanto,por_tanto,por_eso,por_ende that:que who:quien,quién,quienes what:qué,lo_que
  which:cual,cuál,cuáles,cuales where:donde,dónde,adónde how:cómo why:por_qué how_much:cuánto,cuánta
  how_many:cuántos,cuántas whose:cuyo,cuya i:yo you:tú,usted,ustedes,vos,te,ti,vosotros he:él she:ella
  we:nosotros,nosotras they:ellos,ellas me:me,mí him:lo_veo it:ello us:nos them:les,los_que her:le oneself:sí_mismo
  my:mi,mis your:tu,tus,vuestro his:su our:nuestro,nuestra,nuestros,nuestras their:sus mine:mío,mía this:este,esta,esto
  these:estos,estas that:ese,esa,eso,aquel,aquella,aquello those:esos,esas,aquellos is:es,está am:soy,estoy
  are:eres,son,somos,están,estás,estamos,sois be:ser,estar was:era,estaba,fue,estuve,fui,estuvo
  were:eran,estaban,fueron,éramos,estábamos been:sido,estado being:siendo,estando will_be:será,serán,estará
  would_be:sería,estaría,serían be_it:sea,sean,esté,estén,fuera_que
  have:he,has,hemos,han,tener,tengo,tienes,tenemos,tienen,tenga,haber has:ha,tiene
  had:había,habían,tenía,tenían,tuve,tuvo,tuvimos,tenías,tenido will_have:tendrá,tendremos,habrá
  would_have:habría,tendría,hubiera,hubiese,habrían there_is:hay there_was:hubo,había_una having:teniendo
  have_to:hay_que,tienes_que,tengo_que,tenemos_que,tiene_que,tienen_que do:hacer,hago,haces,hacemos,hacen,haga,haz
  does:hace did:hice,hizo,hicimos,hicieron,hacía,hacían done:hecho doing:haciendo will_do:hará,haré,haremos
  would_do:haría go:ir,voy,vas,vamos,van,vaya,vete going:yendo going_to:va_a,voy_a,vas_a,vamos_a,van_a
  went:iba,iban,fuimos gone:ido can:puedo,puede,puedes,podemos,pueden,poder,pueda
  could:podía,podría,podrías,podrían,podíamos,pude,pudo,podido must:debo,debe,debes,deben,deber,debemos
  should:debería,deberías,deberían,deberíamos
  want:quiero,quiere,quieres,queremos,quieren,querer,quiera,ganas_de,tengo_ganas wanted:quería,querían,quise
  would_like:quisiera,gustaría,me_gustaría,querría
  know:sé,sabe,sabes,sabemos,saben,saber,sepa,conozco,conoce,conocer,conoces,conocen
  knew:sabía,supe,conocía,conocí,sabíamos,conocido
  think:pensar,pienso,piensa,piensas,creo,cree,crees,creer,creemos,creen,piensan
  thought:pensé,pensaba,pensando,creía,pensado i_think:creo_que,yo_creo,pienso_que,me_parece
  i_mean:o_sea,quiero_decir,es_decir you_know:ya_sabes,viste i_don't_know:no_sé believe:creencia,creencias
  say:decir,digo,dice,dices,decimos,dicen,diga said:dije,dijo,dijeron,decía,dicho,decían saying:diciendo
  tell:contar,cuento,cuenta,cuéntame,contó,contado
  talk:hablar,hablo,habla,hablamos,hablando,hablan,charla,conversación,conversar speak:hablado,hablé
  explain:explicar,explica,explico,explicación describe:describir,descripción
  call:llamar,llama,llamo,llamado,llamada,llaman name:nombre,nombres
  ask:preguntar,pregunta_que,pregunto,preguntas_que,pedir,pide,pidió question:pregunta,preguntas,cuestión
  answer:responder,respuesta,respuestas,contestar see:ver,veo,ve,ves,vemos,ven,vea saw:vi,vio,veía,vimos seen:visto
  look:mirar,mira,miro,mire,parece,mirando hear:oír,oigo,oye,oí,escuchado listen:escuchar,escucha,escuchando
  watch:ver_la,mirar_la show:mostrar,muestra,enseñar,demostrar,programa
  find:encontrar,encuentro,encontré,encuentra,encontrado,hallar search:buscar,busco,busca,buscando,búsqueda
  read:leer,leo,lee,leído,leí write:escribir,escribo,escribe,escrito
  understand:entender,entiendo,entiende,comprender,entiendes,entendí,entendido,comprendo
  understanding:comprensión,entendimiento come:venir,vengo,viene,vienes,vienen,ven_a came:vino,vine,venía
  become:convertir,convierte,volverse,se_convirtió,convertirse,convertido
  leave:salir,salgo,sale,salió,dejar,deja,dejo,dejé,irse,irme,salí,dejó arrive:llegar,llega,llegó,llegué,llegas,llegamos
  happen:pasar,pasa,pasó,pasado_algo,suceder,sucede,ocurre,ocurrir,pasando stay:quedar,quedarse,queda,quedó,quedé
  return:volver,vuelvo,vuelve,regresar,volví,regreso move:mover,mudar,mudarse,movimiento
  enter:entrar,entra,entré,entrada take:tomar,tomo,toma,tomó,tomar_la,coger,agarrar,llevar,lleva,sacar
  give:dar,doy,da,das,damos,dan,dio,dado,di,dando get:obtener,conseguir,consigue,conseguí,recibir,recibe,logré
  bring:traer,trae,traigo put:poner,pongo,pone,puse,puesto,puso,meter send:enviar,mandar,envía
  keep:mantener,guardar,seguir_con,mantiene hold:sostener,agarra make:fabricar create:crear,crea,creado,creación,creando
  build:construir,construye,construcción,construyendo use:usar,usa,uso,usamos,utilizar,utiliza,usando,usan
  work:trabajar,trabajo,trabaja,trabajando,trabajé,trabajan,funciona,funcionar,funcionan,laboral job:empleo
  start:empezar,empieza,empecé,empezó,empezamos,comenzar,comienza,arrancar,empezando beginning:principio,comienzo,inicio
  end:fin,final,terminar,termina,terminó,acabar,acaba finally:finalmente,por_fin,al_final
  stop:parar,detener,para_de,dejar_de,deja_de continue:continuar,seguir,sigue,siguen,sigo,siguiendo
  wait:esperar,espera,espero_a try:intentar,intento,intenta,tratar,trato,trata,intentando,probar,prueba
  help:ayudar,ayuda,ayudó,ayudan support:apoyar,apoyo,soporte follow:seguidores,seguido lead:liderar,dirigir,lidera
  leader:líder,líderes,dirigente manage:gestionar,manejar,gestión,lograr,logra,lograron
  change:cambiar,cambia,cambio,cambió,cambios,cambiando improve:mejorar,mejora,mejorado
  grow:crecer,crece,creció,creciendo growth:crecimiento develop:desarrollar,desarrolla,desarrollado
  development:desarrollo developer:desarrollador,desarrolladores,programador
  learn:aprender,aprendo,aprendí,aprendes,aprendido,aprendizaje,aprende teach:enseñar_a,enseña,enseñó
  teacher:profesor,profesora,maestro,profe student:estudiante,estudiantes,alumno,alumnos
  study:estudiar,estudio,estudios,estudié school:escuela,colegio,instituto university:universidad,facultad
  course:curso,cursos,clase,clases education:educación,formación knowledge:conocimiento,conocimientos book:libro,libros
  word:palabra,palabras sentence:frase,oración language:lenguaje,idioma,idiomas,lengua letter:carta,letra page:página
  spanish:español,española,castellano english:inglés,inglesa spain:españa mexico:méxico
  love:amar,amo,ama,amor,encanta,encantan,me_encanta,enamorado like:gusta,gustan,me_gusta,gustó hate:odio,odiar,odia
  fear:miedo,temor,temer hope:esperanza,espero,ojalá,espero_que wish:deseo,desear
  worry:preocupar,preocupa,preocupación,preocupado feel:sentir,siento,siente,sentí,sientes,sienten,sintiendo
  feeling:sentimiento,emoción,emociones,sensación,sentimientos
  happy:feliz,felices,contento,alegría,felicidad,alegre,alegra sad:triste,tristeza
  angry:enojado,enfadado,rabia,enojo,ira surprise:sorpresa,sorprende,sorprendente,sorprendido shock:impacto_fuerte
  excited:emocionado,entusiasmo,entusiasmado,ilusión exciting:emocionante,apasionante
  interesting:interesante,interesantes interest:interés,interesa,interesado,intereses boring:aburrido,aburre
  funny:gracioso,divertido,chistoso,gracia fun:diversión,divertida laugh:reír,risa,risas,ríe,reímos laughs:carcajadas
  joke:chiste,broma,chistes cry:llorar,llora crazy:loco,loca,locura,locos weird:raro,rara,extraño,extraña
  amazing:increíble,impresionante,asombroso,alucinante cool:guay,chévere,chulo,genial
  great:gran,estupendo,fenomenal,bárbaro good:bueno,buena,bien,buen,buenos,buenas better:mejor
  best:mejores,el_mejor,la_mejor,lo_mejor bad:malo,mala,mal,malas,malos worse:peor worst:el_peor,lo_peor
  nice:agradable,simpático,lindo,bonito beautiful:hermoso,hermosa,bello,bella,bonita,belleza,linda
  big:grande,grandes,enorme huge:inmenso,enormes,gigante small:pequeño,pequeña,pequeños,chico,chiquito long:largo,larga
  short:corto,corta,breve new:nuevo,nueva,nuevos,nuevas old:viejo,vieja,antiguo,antigua,viejos,mayor young:joven,jóvenes
  hard:duro,dura,difícil,difíciles,complicado,complicada easy:fácil,sencillo,fáciles,sencilla simple:simple
  fast:rápido,rápida,rápidamente slow:lento,despacio,lentamente strong:fuerte,fuertes,fuerza weak:débil,debilidad
  high:alto,alta,altos low:bajo_nivel,baja,bajos deep:profundo,profunda full:lleno,llena,completo empty:vacío
  free:libre,gratis,libertad,gratuito important:importante,importantes,importancia
  special:especial,especiales,particular normal:normal usually:normalmente,generalmente,por_lo_general,suele,suelen
  true:verdad,verdadero,cierto,cierta false:falso,falsa wrong:equivocado,equivocar,incorrecto,equivocarse
  honest:honesto,sincero,sinceramente,honestamente,francamente real:real,realidad,reales clear:claro,clara,claramente
  sure:seguro,segura,seguros complex:complejo,compleja,complejidad possible:posible,posibles impossible:imposible
  necessary:necesario,necesaria,hace_falta different:diferente,diferentes,distinto,distinta,distintos
  difference:diferencia,diferencias similar:parecido,similar,similares common:común,comunes rare:poco_común
  public:público,pública private:privado,privada own:propio,propia,propios whole:entero,entera,todo_el
  only:solo,sólo,solamente,únicamente,único,única personal:personal,personalmente serious:serio,seria,grave,en_serio
  dangerous:peligroso,peligrosa danger:peligro risk:riesgo,riesgos,arriesgar safe:a_salvo security:seguridad
  power:poder_de,potencia,poderoso,poderosa success:éxito,éxitos successful:exitoso,exitosa
  fail:fracasar,fallar,falla,fracasé failure:fracaso,fracasos mistake:error,errores,equivocación,fallo
  lesson:lección,lecciones experience:experiencia,experiencias,vivencia skill:habilidad,habilidades,capacidad
  talent:talento decide:decidir,decido,decidí,decidió,decide decision:decisión,decisiones
  choose:elegir,elijo,elige,escoger,elegí choice:elección,opción,opciones advice:consejo,consejos
  recommend:recomendar,recomiendo,recomendación chance:suerte,posibilidad,posibilidades
  opportunity:oportunidad,oportunidades challenge:reto,desafío,retos,desafíos crisis:crisis war:guerra,guerras
  fight:luchar,pelea,lucha,pelear,batalla win:ganar,gana,ganó,ganado,victoria lose:perder,pierde,perdió,perdí,perdido
  death:muerte die:morir,muere,murió,murieron dead:muerto,muertos kill:matar,mata,mató sick:enfermo,enferma
  disease:enfermedad,enfermedades health:salud,sano,sana doctor:médico,doctor,doctora,médicos hospital:hospital
  body:cuerpo head:cabeza brain:cerebro heart:corazón eye:ojo,ojos hand:mano,manos face:cara,rostro foot:pie,pies,pierna
  blood:sangre sleep:dormir,duermo,duerme,sueño_poco dream:sueño,soñar,sueños eat:comer,como_mucho,come,comido
  food:comida,alimento,alimentos,alimentación drink:beber,bebe,bebida,tomar_algo coffee:café water:agua beer:cerveza
  music:música,músico song:canción,canciones game:juego,juegos,partido play:jugar,juega,juego_a,tocar
  film:película,películas,cine picture:imagen,imágenes,foto,fotos art:arte,artista,artistas sport:deporte,deportes
  football:fútbol train:tren,entrenar,entrenamiento travel:viajar,viaje,viajes holiday:vacaciones mind:mente,mental
  soul:alma god:dios church:iglesia weather:clima_de sun:sol sky:cielo sea:mar mountain:montaña
  tree:árbol,árboles,bosque animal:animal,animales dog:perro,perros cat:gato,gatos nature:naturaleza,natural
  earth:tierra,suelo climate:clima,climático environment:medio_ambiente,entorno,ambiente energy:energía
  science:ciencia,científico,científicos,ciencias research:investigación,investigar,investigador,investigadores
  technology:tecnología,tecnologías,tecnológico,técnica machine:máquina,máquinas
  computer:computadora,ordenador,computador,computadoras artificial:artificial intelligence:inteligencia ai:ia
  data:datos,dato file:archivo,archivos,fichero network:red,redes,neuronal device:dispositivo,aparato
  phone:teléfono,móvil,celular website:sitio,web,página_web internet:internet system:sistema,sistemas
  user:usuario,usuarios,usuaria tool:herramienta,herramientas model:modelo,modelos software:software
  program:programar,programación,programas store:tienda,almacenar,guardar_en screen:pantalla key:clave,llave code:código
  algorithm:algoritmo,algoritmos neural:neuronales,neural application:aplicación,aplicaciones
  learning:aprendizaje_automático training:entrenar_un,entrenamiento_de engineer:ingeniero,ingenieros,ingeniería
  deploy:desplegar,despliegue problem:problema,problemas solution:solución,soluciones solve:resolver,resuelve,solucionar
  time:tiempo,vez,momento,época,momentos times:veces year:año,años day:día,días week:semana,semanas month:mes,meses
  hour:hora,horas minute:minuto,minutos second:segundo,segundos,segunda today:hoy,actualmente,hoy_en_día tomorrow:mañana
  yesterday:ayer morning:la_mañana afternoon:tarde_de evening:noche_de night:noche,noches now:ahora,ahorita
  then:luego,después_de_eso soon:pronto late:tarde later:más_tarde early:temprano immediately:inmediatamente,enseguida
  suddenly:de_repente,de_pronto first:primero,primera,primer,primeros last:último,última,últimos,últimas
  next:próximo,próxima,siguiente third:tercero,tercera,tercer future:futuro past:pasado century:siglo monday:lunes
  tuesday:martes wednesday:miércoles thursday:jueves friday:viernes saturday:sábado sunday:domingo weekend:fin_de_semana
  spring:primavera summer:verano autumn:otoño winter:invierno january:enero february:febrero march:marzo april:abril
  may:mayo june:junio july:julio august:agosto september:septiembre october:octubre november:noviembre
  december:diciembre always:siempre often:a_menudo,frecuentemente sometimes:a_veces,algunas_veces
  again:otra_vez,de_nuevo,nuevamente already:ya still:todavía,aún yet:todavía_no
  maybe:quizá,quizás,tal_vez,a_lo_mejor,puede_que probably:probablemente,seguramente
  definitely:definitivamente,sin_duda,desde_luego really:realmente,de_verdad,en_realidad actually:de_hecho,en_efecto
  very:muy too:demasiado,demasiada also:también even:incluso,hasta_el,ni_siquiera,aun just:justo,apenas,solo_un
  quite:bastante almost:casi at_least:al_menos,por_lo_menos more:más less:menos most:la_mayoría,mayoría,mayor_parte
  much:mucho,mucha,tanto,tanta many:muchos,muchas,tantos few:pocos,pocas,poco a_little:un_poco,un_poquito,poquito
  enough:suficiente,basta,suficientes several:varios,varias some_of:algunos,algunas,algún,alguna
  all:todo,toda,todos,todas everything:todo_eso,todo_esto everyone:todo_el_mundo,todos_los_que
  every:cada,cualquier,cualquiera something:algo someone:alguien nothing:nada nobody:nadie never:nunca,jamás no:no
  none:ninguno,ninguna,ningún neither:ni,tampoco other:otro,otra,otros,otras same:mismo,misma,mismos,mismas
  such:tal,tales both:ambos,ambas,los_dos together:juntos,juntas,junto alone:a_solas,solos not:no_es yes:sí yeah:ajá,sip
  exactly:exacto,exactamente,tal_cual right:correcto,verdad_que,no_crees,así_es okay:okay,ok,vale,de_acuerdo,listo
  well:bueno_pues,en_fin oh:oh,ah,ay um:eh,este_eh,mmm thanks:gracias please:por_favor
  hello:hola,buenos_días,buenas_tardes bye:adiós,chao,hasta_luego sorry:perdón,lo_siento,disculpa
  welcome:bienvenido,bienvenidos,bienvenida wow:guau,wow of_course:por_supuesto,claro_que,desde_luego_que
  there:ahí,allí,allá here:aquí,acá up:arriba,subir,sube down:abajo,bajar,baja_de back:atrás,espalda,de_vuelta
  forward:adelante left:izquierda right_side:derecha side:lado,lados for_example:por_ejemplo
  kind_of:tipo,como_que,una_especie,especie,clase_de basically:básicamente,en_el_fondo,fundamentalmente
  especially:sobre_todo,especialmente instead:en_vez,en_lugar,en_cambio anyway:de_todos_modos,de_todas_formas,igual
  by_the_way:por_cierto unfortunately:desafortunadamente,por_desgracia,lamentablemente
  obviously:obviamente,evidentemente,obvio literally:literalmente directly:directamente,directo
  completely:completamente,totalmente,absolutamente simply:simplemente more_or_less:más_o_menos
  on_the_other_hand:por_otro_lado,por_otra_parte at_the_same_time:al_mismo_tiempo,a_la_vez at_all:en_absoluto,para_nada
  thanks_to:gracias_a through:a_través so_that:de_modo_que,de_manera_que about:acerca,sobre_el in_fact:en_verdad one:uno
  two:dos three:tres four:cuatro five:cinco six:seis seven:siete eight:ocho nine:nueve ten:diez eleven:once twelve:doce
  fifteen:quince twenty:veinte thirty:treinta forty:cuarenta fifty:cincuenta hundred:cien,ciento,cientos
  thousand:mil,miles million:millón,millones billion:mil_millones half:medio,media,mitad percent:por_ciento,porcentaje
  number:número,números,cifra double:doble once:una_vez twice:dos_veces people:gente,personas,pueblo
  human:humano,humanos,humana,humanidad person:persona man:hombre,hombres,tipo_que,señor woman:mujer,mujeres,señora
  guy:tío,tipos,chicos,chaval child:niño,niños,niña,hijos kid:chicos_que boy:chico_que,muchacho
  girl:chica,chicas,muchacha family:familia,familias father:padre,papá mother:madre,mamá parents:padres
  brother:hermano,hermanos sister:hermana son:hijo daughter:hija husband:marido,esposo wife:esposa
  friend:amigo,amigos,amiga,amistad colleague:colega,colegas,compañero,compañeros
  employee:empleado,empleados,trabajador,trabajadores customer:cliente,clientes partner:socio,socios,pareja
  member:miembro,miembros team:equipo,equipos group:grupo,grupos community:comunidad,comunidades society:sociedad
  company:empresa,empresas,compañía,compañías business:negocio,negocios,empresarial
  founder:fundador,fundadora,fundadores found:fundar,fundó entrepreneur:emprendedor,emprender,emprendedores
  investor:inversor,inversores,inversionista invest:invertir,inversión,invertido money:dinero,plata euro:euro,euros
  dollar:dólar,dólares price:precio,precios cost:costo,coste,cuesta,costar expensive:caro,caros cheap:barato,barata
  pay:pagar,pago,paga,pagan buy:comprar,compra,compré,compran sell:vender,vende,venta,ventas
  profit:ganancia,beneficio_neto,rentable loss:pérdida,pérdidas market:mercado,mercados
  economy:economía,económico,económica tax:impuesto,impuestos salary:salario,sueldo budget:presupuesto bank:banco
  debt:deuda,deudas poor:pobre,pobres,pobreza rich:rico,ricos,riqueza product:producto,productos
  service:servicio,servicios offer:ofrecer,ofrece,oferta brand:marca,marcas advertising:publicidad,anuncio
  career:carrera project:proyecto,proyectos task:tarea,tareas plan:plan,planes,planear
  goal:meta,objetivo,metas,objetivos idea:idea,ideas thing:cosa,cosas stuff:cosas_así part:parte,partes
  place:lugar,sitio_de,lugares way:manera,forma,camino,modo,formas point:punto,puntos reason:razón,razones,motivo,causa
  example:ejemplo,ejemplos case:caso,casos story:historia,historias,relato life:vida,vidas
  live:vivir,vivo,vive,viven,vivía,viviendo world:mundo,mundial country:país,países city:ciudad,ciudades
  house:casa,casas home:hogar room:habitación,cuarto,sala door:puerta window:ventana car:coche,carro,auto street:calle
  law:ley,leyes,legal court:tribunal,corte government:gobierno politics:política,político,políticos
  party:partido_político,fiesta election:elecciones police:policía president:presidente minister:ministro
  right_to:derecho,derechos responsibility:responsabilidad,responsable rule:regla,reglas,norma contract:contrato
  control:control,controlar trust:confianza,confiar,confío respect:respeto,respetar value:valor,valores,valorar
  meaning:significado,significa,sentido purpose:propósito quality:calidad effort:esfuerzo,esfuerzos
  result:resultado,resultados effect:efecto,efectos,impacto influence:influencia,influir pressure:presión,estrés
  balance:equilibrio limit:límite,límites motivation:motivación,motivar,motivado method:método,métodos
  process:proceso,procesos step:paso,pasos strategy:estrategia,estrategias concept:concepto,conceptos theory:teoría
  practice:práctica,practicar structure:estructura level:nivel,niveles relationship:relación,relaciones
  marriage:matrimonio,boda married:casado,casarse,casada divorce:divorcio birth:nacimiento,nacer,nació age:edad
  generation:generación,generaciones culture:cultura,cultural behavior:comportamiento,conducta attitude:actitud
  habit:hábito,costumbre,hábitos meet:conocí_a,reunir,encontrarse meeting:reunión,reuniones,cita visit:visita,visitar
  event:evento,eventos invite:invitar,invitado,invitados interview:entrevista apply:aplicar,aplica,solicitar
  hire:contratar,contrata fire:fuego,despedir,incendio,despido topic:tema,temas,asunto content:contenido,contenidos
  news:noticia,noticias newspaper:periódico media:medios episode:episodio,episodios,capítulo
  record:grabar,grabación,grabando share:compartir,comparte,compartido publish:publicar,publicó receive:recibido
  message:mensaje,mensajes account:cuenta_de,cuentas remember:recordar,recuerdo,recuerda,acuerdo_de,acordar
  forget:olvidar,olvido,olvida memory:memoria,recuerdos notice:notar,nota,darse_cuenta,doy_cuenta
  realize:me_di_cuenta,di_cuenta,dar_cuenta expect:esperaba,expectativa,expectativas
  imagine:imaginar,imagina,imagínate,imagino consider:considerar,considero compare:comparar,comparación
  accept:aceptar,acepta agree:estar_de_acuerdo,acuerdo disagree:no_estoy_de_acuerdo depend:depender,depende
  matter:importa,importar belong:pertenecer,pertenece seem:parecer,parecía appear:aparecer,aparece
  exist:existir,existe,existen include:incluir,incluye,incluso_si lack:faltar,falta,carecer
  join:unir,unirse,participar,únete achieve:alcanzar,logro,logros produce:producir,producción deliver:entregar,entrega
  attention:atención focus:enfocar,enfoque,concentrar,enfocado,centrarse curious:curioso,curiosidad
  creative:creativo,creatividad smart:inteligente,inteligentes,listo_y stupid:estúpido,tonto,idiota,tonta
  nonsense:tontería,tonterías shit:mierda,joder brave:valiente,valor_para,coraje confident:confiado
  proud:orgulloso,orgullo,orgullosa ashamed:vergüenza guilty:culpable,culpa jealous:celos,envidia lonely:soledad
  tired:cansado,cansada,agotado pain:dolor,duele suffer:sufrir,sufre,sufrimiento patience:paciencia,paciente
  critical:crítico,crítica,criticar extreme:extremo,extremadamente consequence:consecuencia,consecuencias
  principle:principios base:base detail:detalle,detalles fact:hecho_de,el_hecho proof:demostrado,comprobar
  claim:afirmar,afirma argument:argumento,argumentos doubt:duda,dudas secret:secreto,secretos magic:magia,mágico
  border:frontera enemy:enemigo competition:competencia,competir,competidores advantage:ventaja,ventajas
  disadvantage:desventaja benefit:beneficio,beneficios,beneficiar industry:industria,sector factory:fábrica
  farmer:agricultor,agricultura,campo north:norte south:sur east:este_de west:oeste top:cima center:centro
  corner:esquina line:línea list:lista circle:círculo form:formulario color:color,colores red:rojo,roja green:verde
  blue:azul black:negro,negra white:blanco,blanca gold:oro light:luz,ligero dark:oscuro hot:caliente,calor
  cold:frío,fría wind:viento snow:nieve rain:lluvia wood:madera stone:piedra glass:vidrio,vaso paper:papel clothes:ropa
  shoes:zapatos bag:bolsa table:mesa,tabla chair:silla bed:cama kitchen:cocina,cocinar wall:pared,muro cut:cortar
  paint:pintar,pintura sing:cantar,cantante dance:bailar,baile jump:saltar,salto fly:volar,avión,vuelo
  drive:conducir,manejar_un climb:escalar touch:tocar_la,toca hit:golpear,golpe shoot:disparar,disparo
  save:salvar,ahorrar,ahorro steal:robar,robo cheat:engañar,trampa protect:proteger,protección attack:atacar,ataque
  defend:defender,defensa promise:prometer,promesa threaten:amenazar,amenaza force:forzar,obligar avoid:evitar,evita
  prevent:prevenir,impedir refuse:rechazar,negar allow:permitir,permite forbid:prohibir,prohibido
  order:orden,ordenar,pedido require:requerir,requiere,exigir suggest:sugerir check:revisar,comprobar_si,verificar
  measure:medir,medida count:contar_los calculate:calcular,cálculo estimate:estimar analyze:analizar,análisis
  observe:observar connect:conectar,conexión,conecta combine:combinar,combinación separate:separar,separado
  replace:reemplazar,sustituir add:agregar,añadir,sumar remove:quitar,eliminar,quita copy:copiar,copia
  fix:arreglar,corregir repeat:repetir,repite interrupt:interrumpir quit:renunciar,abandonar react:reaccionar,reacción
  recognize:reconocer,reconocimiento discover:descubrir,descubrí,descubrimiento invent:inventar,invento
  define:definir,definición inspire:inspirar,inspiración convince:convencer impress:impresionado
  enjoy:disfrutar,disfruta relax:relajar,tranquilo,tranquila bother:molestar,molesta complain:quejar,quejarse,queja
  blame:culpar forgive:perdonar celebrate:celebrar birthday:cumpleaños gift:regalo,regalos christmas:navidad
  situation:situación,situaciones condition:condición,condiciones context:contexto
  perspective:perspectiva,punto_de_vista vision:visión diversity:diversidad equal:igualdad,iguales justice:justicia
  foreign:extranjero democracy:democracia population:población citizen:ciudadano,ciudadanos
  neighbor:vecino,vecinos,barrio area:área,zona,región,áreas local:local international:internacional,global
  crime:crimen,delito murder:asesinato weapon:arma,armas soldier:soldado army:ejército prison:cárcel,prisión
  victim:víctima lawyer:abogado judge:juez,juzgar care:cuidar,cuidado,cuida insurance:seguro_de
  worth:vale_la_pena,merece tension:tensión mood:humor noise:ruido quiet:callado,silencio,calma voice:voz
  sound:sonido,suena taste:sabor terrible:terrible,horrible perfect:perfecto,perfecta,perfectamente excellent:excelente
  wonderful:maravilloso,maravillosa ideal:ideal suitable:adecuado,apropiado available:disponible,disponibles
  ready:preparado busy:ocupado lazy:perezoso,vago soft:suave dirty:sucio clean:limpio,limpiar modern:moderno
  traditional:tradicional,tradición classic:clásico digital:digital independent:independiente,independencia
  professional:profesional,profesionales expert:experto,expertos manager:director,gerente
  management:administración,dirección office:oficina automatically:automáticamente,automático
  efficient:eficiente,eficiencia,eficaz productive:productivo,productividad flexible:flexible
  transparent:transparente,transparencia innovation:innovación,innovador absurd:absurdo,ridículo exact:preciso,exacta
  main:principal,principales unknown:desconocido known:conocida,famoso,famosa popular:popular favorite:favorito,favorita
  prefer:preferir,prefiero philosophy:filosofía psychology:psicología,psicólogo,psicológico therapy:terapia
  trauma:trauma depression:depresión drug:droga,drogas alcohol:alcohol medicine:medicina,medicamento
  pandemic:pandemia,covid vaccine:vacuna aware:conciencia,consciente ethics:ética,ético bias:sesgo,sesgos
  wonder:me_pregunto bet:apostar,apuesto guess:adivinar,supongo,suponer suppose:se_supone hide:ocultar,esconder
  close:cerrar,cierra,cerrado open:abrir,abre,abierto,abierta turn:girar,vuelta push:empujar pull:tirar_de
  throw:tirar,lanzar,lanzamiento launch:lanzó,lanzado break:romper,roto,descanso fall:caer,cae,cayó,caída
  rise:aumentar,aumento,aumenta reduce:reducir,reduce,disminuir carry:cargar,llevando sit:sentar,sentado
  stand:de_pie,parado run:correr,corre,ejecutar walk:caminar,andar,camino_a escape:escapar reach:alcance,llegar_a
  test:probar_el,pruebas apply_for:solicitud amount:cantidad,montón amount_of:un_montón possible_to:se_puede
  image:imagen_de pattern:patrón,patrones information:información understand_it:captar compute:cómputo,computación
  performance:rendimiento,desempeño so:tan need:necesito,necesita,necesitas,necesitamos,necesitan,necesitar,necesidad
  have:haya,hayan said:dijiste,diré,diría,decirle besides:además damage:daño rest:resto others:demás on_top:encima
  front:frente,delante imagine_that:imagínense through:mediante agree:coincido any:cualquier_cosa,alguno peace:paz
  novel:novela space:espacio star:estrella suspect:sospecha,sospechar color:colorido train:entrenado,entrenados,entrena
  sample:muestras dataset:conjunto_de_datos label:etiqueta,etiquetas feature:característica,características
  layer:capa,capas layers:capas_de engine:motor generate:generar,genera,generado process:procesar,procesamiento
  apply:aplicado,aplicando detect:detectar,detecta predict:predecir,predicción,predicciones recognize:reconoce
  translate:traducir,traducción release:publicado,versión current:actual,actuales previous:anterior,anteriores
  general:general,generalmente_hablando specific:específico,específica,específicamente available:disponemos
  useful:útil,útiles useless:inútil complicated:complicadas straight:recto deeply:a_fondo audience:audiencia
  guest:invitada listener:oyente,oyentes host:anfitrión listen_to:escuchan welcome_to:bienvenidos_a join_us:nos_acompaña
  week:semanal forward:hacia_adelante responsible:responsables social:social,sociales public:públicos fair:justa
  deal:tratando handle:manejo,maneja lot:montones piece:pieza,trozo tell_me:dime,cuéntanos turn_out:resulta,resultó
  worth_it:merecer smaller:menor bigger:más_grande,mayores lower:menores ability:capaz,capaces scale:escala
  hundred:centenares thousands:millares hundreds:centenar
`;
