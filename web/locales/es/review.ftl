nav-review = Revisión

review-nothing = No hay archivos cargados, así que no hay nada que revisar. Cargue un experimento, sus intentos y las ejecuciones.
review-yours = Su revisión
review-lead = Decida cada intento con los mismos criterios y diga de cada advertencia y de cada parada si dio con un bucle o con trabajo útil. Lo que decida cuenta enseguida en las demás páginas; el archivo de abajo lo lleva a otras personas.
review-name = Su nombre
review-blind = Ocultar la variante
review-keep = Guardar mi revisión en este navegador
review-kept = Cada decisión se guarda en este navegador hasta que la olvide aquí. Cualquiera que use este navegador puede leerla.
review-not-kept = No se guarda nada: lo que no se descargue se pierde al cerrar esta página, y el navegador pregunta antes.
review-keep-refused = El navegador no deja que esta página guarde nada, o no tiene espacio. Descargue la revisión antes de salir.
review-restored = Su revisión de una visita anterior se guardó en este navegador y está aquí de nuevo.
review-progress-label = Intentos que ha decidido
review-progress = { $decided } de { $attempts } intentos decididos, { $judged } de { $interventions } advertencias y paradas juzgadas
review-nameless = Escriba su nombre: una revisión sin nombre no cuenta para nadie y no se puede guardar.
review-about-other = Lo que decidió trata de otro experimento, manifiesto o rúbrica que lo cargado ahora, así que aquí no cuenta. Descárguelo y olvídelo antes de seguir.
review-download = Descargar la revisión
review-forget = Olvidar esta revisión
review-unsaved = Hay decisiones que aún no están en ningún archivo.

review-other-attempts = { $n ->
    [one] Un intento cargado pertenece a otro experimento o manifiesto y no forma parte de esta revisión.
   *[other] { $n } intentos cargados pertenecen a otro experimento o manifiesto y no forman parte de esta revisión.
  }
review-no-attempts = No hay intentos cargados. Aun así se pueden comparar revisiones.
review-previous = Intento anterior
review-next = Intento siguiente
review-attempt-of = Intento { $n } de { $of }
review-attempt-number = Intento { $n }
review-some-attempt = Un intento
review-attempt = Intento
review-task = Tarea
review-acceptance = Criterios de aceptación
review-no-criteria = Ningún manifiesto cargado dice qué debe cumplir un archivo de esta tarea.
review-rubric = Rúbrica
review-no-rubric = Ningún manifiesto cargado tiene una rúbrica con criterios.
review-artifacts = Archivos entregados
review-no-artifacts = Ningún registro nombra un archivo entregado.
review-no-digest = sin resumen
review-status = Cómo terminó la ejecución
review-outcome = Resultado
review-messages = Últimos mensajes
review-no-trace = No hay ninguna traza cargada de este intento.
review-response = Respuesta { $n }
review-result-of = Resultado de { $tool }, pedido por la respuesta { $n }
review-cut = Acortado; el lugar lleva al resto.
review-no-text = El archivo no guarda texto aquí.
review-accept = Aceptar
review-reject = Rechazar
review-reason = Motivo (necesario para rechazar)
review-reason-needed = Un rechazo necesita un motivo. No se decidió nada.
review-you-accepted = Usted aceptó este intento.
review-you-rejected = Usted rechazó este intento.
review-you-open = Usted no ha decidido este intento.
review-undo = Retirar
review-others = Lo que decidieron otros
review-accepted = aceptado
review-rejected = rechazado
review-in-record = en el propio registro del intento
review-unnamed = Alguien sin nombre

review-stops-title = Advertencias y paradas
review-stops-text = Cada advertencia y cada parada de la repetición de cada ejecución con sus propios límites, y las que solo tiene el registro. Primero van las paradas en intentos aceptados; después, las paradas aunque los resultados de llamadas idénticas seguían cambiando.
review-no-stops = Las ejecuciones cargadas no tienen advertencias ni paradas.
review-without-layer = { $n ->
    [one] Una advertencia o parada registrada no se puede juzgar, porque su registro no dice de qué capa es.
   *[other] { $n } advertencias o paradas registradas no se pueden juzgar, porque sus registros no dicen de qué capa son.
  }
review-stops-shown = { $from } a { $until } de { $of }
review-warning = Advertencia
review-stop = Parada
review-at-response = en la respuesta { $n }
review-layer-identical = conjuntos de llamadas idénticos
review-layer-frequency = llamadas de una herramienta
review-count = { $count } con un umbral de { $threshold }
review-why-accepted = En un intento aceptado.
review-why-changing = Los resultados seguían cambiando.
review-results = Se guardan { $results } resultados de las llamadas idénticas, { $distinct ->
    [one] todos iguales.
   *[other] { $distinct } de ellos distintos.
  }
review-results-unknown = El archivo guarda demasiado pocos resultados de las llamadas idénticas para saber si cambiaron.
review-recorded = Registrada, y la repetición llega a lo mismo.
review-only-recorded = Registrada, pero la repetición no llega a ella.
review-only-replayed = No registrada; la repetición llega a ella.
review-what-if = Y si: está después del punto desde el que la ejecución habría ido de otra manera.
review-no-attempt = ningún intento
review-to-replay = Repetición, respuesta { $n }
review-replay-hidden = La repetición mostraría la variante.
review-verdict-on = Veredicto sobre el número { $n }
review-right = Correcta
review-false-positive = Falso positivo
review-unsure = Dudosa
review-note = Nota

review-reviewers-title = Personas que revisan
review-reviewers-text = Suelte en esta página el archivo de otra persona para combinarlo con el suyo.
review-reviewer = Quién
review-decisions = Decisiones
review-judgements = Juicios
review-blind-column = Variante oculta
review-file = Archivo
review-do = Seguir
review-yes = sí
review-no = no
review-draft = esta página
review-take-over = Seguir con la revisión de { $reviewer }
review-agreement-title = Acuerdo
review-agreement-text = Kappa de Cohen sobre los intentos que ambas personas decidieron: 1 es acuerdo pleno, 0 lo que daría el azar por sí solo.
review-pair = Personas
review-pair-of = { $first } y { $second }
review-n = Intentos decididos por ambas (n)
review-kappa = Kappa de Cohen
review-share = Acuerdo
review-percent = { $share } %
review-both-accept = Ambas aceptan
review-only-first = Solo acepta la primera
review-only-second = Solo acepta la segunda
review-both-reject = Ambas rechazan
review-kappa-no-cases = ningún intento decidido por ambas
review-kappa-one = el azar lo explica todo
review-differences-title = Dónde difieren
review-differences-text = Estos quedan sin decidir hasta que las personas se pongan de acuerdo.
review-no-differences = Las personas coinciden siempre que ambas decidieron.
review-why-open = Por qué sigue abierto
review-who = Quién decidió qué
review-who-judged = Quién juzgó cómo
review-what = Advertencia o parada
review-disagreement = Las personas no están de acuerdo.
review-conflict = Alguien contradice una decisión suya anterior.
review-several-rubrics = Decidido con versiones distintas de la rúbrica.
review-contradicts = Ambas son de { $names }.
review-not-applied-title = Decisiones que no cuentan
review-decision = Decisión
review-why-not = Por qué no
review-not-manifest = Tomada con otro manifiesto congelado.
review-not-experiment = Tomada para otro experimento.
review-not-rubric = Tomada con otra rúbrica, o con otra versión.
review-not-task = Sobre otra tarea.
review-not-artifact = Sobre otra versión del archivo entregado.
review-not-attempt = No hay tal intento cargado.
review-in-place-of = en lugar de

format-review = Revisión de Loopledger
help-key-review-attempts = Revisión: aceptar, rechazar
help-key-review-verdicts = Revisión: correcta, falso positivo, dudosa
