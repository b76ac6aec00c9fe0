# Lo que dice el visor en español. Los identificadores son los de en.ftl.

## En todas partes

product-name = Loopledger
page-title = { $page } – Loopledger
skip-to-content = Ir al contenido
close = Cerrar
cancel = Cancelar
undo = Deshacer
dismiss = Descartar
reading = Leyendo…
footer-privacy = Sus archivos no salen de esta pestaña: no hay servidor, ni cuenta, ni subida.

nav-label = Páginas
nav-start = Inicio
nav-files = Archivos
nav-report = Informe
nav-attempts = Intentos
nav-replay = Repetición
nav-unknown = Dirección desconocida

lang-label = Idioma
theme-label = Tema
theme-system = Tema del sistema
theme-light = Claro
theme-dark = Oscuro

loaded-files = { $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
 }
loaded-attempts = { $n ->
    [one] { $n } intento
   *[other] { $n } intentos
 }
loaded-runs = { $n ->
    [one] { $n } ejecución que repetir
   *[other] { $n } ejecuciones que repetir
 }
loaded-rejected = { $n ->
    [one] { $n } registro descartado
   *[other] { $n } registros descartados
 }
loaded-refused = { $n ->
    [one] { $n } archivo no admitido
   *[other] { $n } archivos no admitidos
 }

unknown-title = Esa página no existe
unknown-text = Esta dirección es de otra versión o está incompleta.
nothing-go-to-start = Cargar archivos o abrir un ejemplo resuelto

## Carga

drop-here = Suelte archivos o carpetas para añadirlos
load-file = Archivo { $file } de { $files }, { $name }
load-bytes = { $done } de { $total }
load-progress-label = Leído hasta ahora
notice-loaded = { $n ->
    [one] Se ha cargado { $n } archivo.
   *[other] Se han cargado { $n } archivos.
 }
notice-added = { $n ->
    [one] Se ha añadido { $n } archivo
   *[other] Se han añadido { $n } archivos
 } a los { $before } ya cargados.
notice-refused = { $n ->
    [one] { $n } archivo no se ha admitido
   *[other] { $n } archivos no se han admitido
 }
notice-replace = Conservar solo los nuevos
notice-cancelled = Cancelado. Lo que ya estaba cargado no ha cambiado.
notice-removed = { $n ->
    [one] Se ha quitado { $n } archivo.
   *[other] Se han quitado { $n } archivos.
 }
notice-nothing-found = Ahí no había ningún archivo.

error-gone = El lector se ha detenido. Vuelva a cargar los archivos.
error-unreadable = No se ha podido leer un archivo. No se ha añadido nada.
error-too-large = Un archivo no cabe en la memoria que da el navegador. No se ha añadido nada.
error-replay = Esta ejecución no se puede repetir así.
error-cancelled = La carga se ha cancelado.
error-other = Algo ha fallado.

## Teclas

help-open = Teclas
help-key = ?
help-title = Teclas
help-key-help = Esta lista
help-key-digits = Páginas en su orden
help-key-rows = Fila o paso siguiente y anterior
help-key-next = Intento o decisión siguiente y anterior
help-key-search = Buscar
help-key-escape = Cerrar lo que esté abierto
help-while-typing = Las teclas no actúan mientras escribe.

## Lo desconocido

null-word = null
null-name = { $label }, null, { $reason }
at-least = ≥ { $value }
samples = { $measured } de { $of } medidos

reason-absent-field = no hay tal campo
reason-null-field = null en el archivo
reason-sentinel-zero = 0 es «no medido»
reason-no-price-for-model = modelo sin precio
reason-stream-partial = flujo interrumpido
reason-truncated-file = archivo incompleto
reason-parse-error = valor ilegible
reason-ambiguous = fuentes en desacuerdo
reason-not-run = no ejecutado
reason-nothing-accepted = nada aceptado
reason-no-samples = sin muestras
reason-part-unknown = falta una parte
reason-other = desconocido

reason-absent-field-text = La fuente no tiene ese campo.
reason-null-field-text = La fuente tiene el campo y su valor es null.
reason-sentinel-zero-text = Este formato escribe 0 donde no midió, así que el 0 que aparece aquí no se toma por una medida.
reason-no-price-for-model-text = Ninguna tabla de precios cargada tiene precio para este modelo. Un modelo coincide con un precio solo exactamente o por un alias que usted haya escrito.
reason-stream-partial-text = El flujo terminó antes de que el valor fuera definitivo.
reason-truncated-file-text = El archivo termina antes del valor.
reason-parse-error-text = Lo que hay ahí no es un valor de ese tipo.
reason-ambiguous-text = Las fuentes no coinciden, o lo que dicen se puede leer de dos maneras.
reason-not-run-text = No se ejecutó nada, así que no se midió nada.
reason-nothing-accepted-text = No se aceptó ningún archivo, así que no hay entre qué dividir.
reason-no-samples-text = Ningún intento tiene esta medida, así que no hay percentil.
reason-part-unknown-text = Al menos una parte de esta suma es desconocida, así que la suma también lo es. Lo conocido es una cota inferior.
reason-other-text = Esta versión no tiene palabras para ese motivo.

origin-reported-text = Declarado: lo dice el archivo.
origin-derived-text = Derivado: sumado o contado a partir de valores que declaran los archivos.
origin-priced-text = Tarifado: tokens declarados por los precios de una tabla que usted cargó.
origin-mixed-text = Mixto: unas partes son declaradas y otras tarifadas.
origin-priced-short = tarifado

unit-seconds = s
unit-no-currency = de una moneda que no se indica

## De dónde viene un número

panel-no-place = Este número se calcula a partir de varios lugares; los números que lo componen llevan a los suyos.
panel-not-loaded = El archivo no está cargado o no tiene texto aquí.
panel-excerpt = Texto del archivo
place-line = línea { $line }
place-byte = byte { $byte }

## Palabras de los registros

outcome-accepted = Aceptado
outcome-rejected = Rechazado
outcome-failed = Fallido
outcome-capped = Limitado
outcome-unknown = Desconocido

format-event-journal = Diario de eventos (DeerFlow)
format-run-rows = Filas de ejecuciones (DeerFlow)
format-thread-state = Estado de un hilo (DeerFlow)
format-message-dump = Volcado de mensajes (LangChain)
format-config-yaml = Configuración (config.yaml)
format-attempt-records = Registros de intentos
format-result-record = Registro de resultados
format-experiment-manifest = Manifiesto del experimento
format-price-table = Tabla de precios

severity-error = error
severity-warning = aviso
severity-info = nota

field-model-cost = Coste del modelo
field-tool-cost = Coste de herramientas
field-sandbox-seconds = Segundos de sandbox
field-latency = Latencia
field-stop-reason = Motivo de parada
field-started-at = Inicio
field-ended-at = Fin
field-tokens-input-uncached = Entrada sin caché
field-tokens-cache-read = Lectura de caché
field-tokens-cache-write = Escritura de caché
field-tokens-output = Salida
field-tokens-reasoning = Razonamiento
field-tool-calls-proposed = Llamadas propuestas
field-tool-calls-executed = Llamadas ejecutadas
field-tool-calls-suppressed = Llamadas suprimidas

stop-loop-capped = detector de bucles
stop-token-capped = presupuesto de tokens
stop-safety-capped = filtro de seguridad
stop-subagent-limit-capped = límite de subagentes
stop-model-length-capped = longitud de la respuesta
stop-turn-capped = límite de turnos
stop-orphan-recovered = hallado sin su proceso
stop-scheduled-task-orphan-recovered = tarea programada hallada sin su proceso

## Gráficos

chart-table = Los mismos números en una tabla

## Repetición

replay-nothing = No hay ninguna ejecución que repetir. Cargue un diario de eventos, el estado de un hilo o un volcado de mensajes.
