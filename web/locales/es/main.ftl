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
theme-system = Auto
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
error-unknown-run = Esta ejecución no está entre las cargadas. Cargue el archivo que la contiene.
error-unknown-step = La ejecución no tiene ese paso.
error-replay = La ejecución no se puede repetir con esas reglas.
error-cancelled = La carga se ha cancelado.
error-other = Algo ha fallado.
error-address-invalid = Esto no es una dirección que un navegador entienda. No se ha añadido nada.
error-address-scheme = Los datos se abren desde este mismo sitio, o por https desde otro; ningún otro tipo de dirección se abre. Para cargar un archivo propio, suéltelo aquí. No se ha añadido nada.
error-address-credentials = No se abre una dirección que contiene un nombre de usuario o una contraseña. Quítelos de la dirección. No se ha añadido nada.
error-declined = Ha elegido no abrir esto. No se ha añadido nada; para que se le pregunte de nuevo, vuelva a cargar la página.
error-no-answer = El servidor no ha respondido. Compruebe la conexión y vuelva a cargar la página. No se ha añadido nada.
error-not-shared = El otro servidor no ha respondido, o no permite que esta página lea sus datos. No se ha añadido nada.
error-not-shared-remedy = Si es accesible, quien lo administra debe hacer que envíe esta cabecera con el archivo: { $line }
error-policy = La política de seguridad de contenido de este visor prohíbe las peticiones a ese servidor. No se ha añadido nada.
error-policy-remedy = Quien publica este visor debe escribir esto en su política: { $line }
error-http-status = El servidor no tiene ese archivo, o no lo entrega. Compruebe la dirección. No se ha añadido nada.
error-redirected = El servidor remite a otro servidor, al que no se ha preguntado. Use la dirección en la que está el archivo. No se ha añadido nada.
error-web-page = El servidor ha respondido con una página web en lugar del archivo, como hacen muchos cuando ese archivo no existe. Compruebe la dirección. No se ha añadido nada.
error-broken-off = La respuesta se ha interrumpido. Vuelva a cargar la página. No se ha añadido nada.
error-size-mismatch = El archivo no tiene el tamaño que dice la lista: la copia del servidor no es la que se publicó. No se ha añadido nada.
error-digest-mismatch = El SHA-256 del archivo no es el de la lista: su contenido cambió después de publicarse. No se ha añadido nada.
error-listing = La lista de los archivos de este informe no se puede usar. No se ha añadido nada.

ask-fetch-title = ¿Abrir datos de otro servidor?
ask-fetch-text = La dirección de esta página pide { $n ->
    [one] un archivo que está
   *[other] { $n } archivos que están
 } en otro sitio. Si acepta, su navegador pregunta a ese servidor. Este conoce entonces su dirección de red, el nombre de su navegador y que este visor pregunta; no se envía ninguna cookie ni nada de sus propios archivos. Lo que responda se abre aquí, en esta pestaña.
ask-fetch-allow = Preguntar a este servidor
ask-host-title = ¿Abrir datos de la página que contiene este visor?
ask-host-text = Esa página, que pertenece a otros, entrega { $n ->
    [one] un archivo
   *[other] { $n } archivos
 }. Lo que permita se abre aquí, en esta pestaña. La página conoce la altura de esta vista, cuánto se ha cargado y qué paso se muestra; no se envía nada a nadie.
ask-host-allow = Abrir
ask-decline = No abrir
ask-more = y { $n } más
fetch-file = Pidiendo el archivo { $file } de { $files }, { $name }
fetch-waiting = Pidiendo la lista de archivos
fetch-label = Recibido hasta ahora
fetch-bytes = { $done } recibidos

## Dentro de otra página

embed-waiting = A la espera de que la página que contiene esta vista entregue los datos.
embed-open-full = Abrir en el visor completo
embed-handed-over = Los datos vienen de la página que contiene esta vista y se quedan en esta pestaña.

## Inicio

start-title = El trabajo útil, separado del tráfico repetido de herramientas
start-lead = Loopledger repite ejecuciones grabadas de agentes LLM con el detector de bucles de DeerFlow y da cuenta de todo lo que gastó un experimento, de modo que el coste por archivo aceptado incluye los intentos fallidos y los limitados.
start-drop-title = Suelte archivos o carpetas en cualquier lugar de esta página
start-drop-text = Varios a la vez, y otra vez después: lo que añada se suma a lo cargado. También puede pegar con Ctrl+V o ⌘V.
pick-files = Elegir archivos…
pick-folder = Elegir una carpeta…
pick-paste = Pegar texto…
pick-paste-label = JSON, JSON Lines o YAML
pick-paste-read = Leer este texto

start-examples-title = Ejemplos resueltos
start-examples-text = Tres situaciones grabadas; cada una muestra una sola cosa.
start-example-open = Abrir este ejemplo
start-example-two-windows-title = Las dos ventanas miden cosas distintas
start-example-two-windows-text = La ventana de historial cuenta conjuntos de llamadas idénticos, uno por respuesta del modelo; la ventana de frecuencia cuenta nombres de herramientas, uno por llamada. La misma ejecución las alcanza en momentos distintos.
start-example-warning-then-stop-title = Una advertencia y una parada no tienen el mismo efecto
start-example-warning-then-stop-text = Una advertencia llega al modelo con su siguiente petición y no cuesta nada; una parada suprime las llamadas propuestas y queda registrada como motivo del final de la ejecución.
start-example-cost-with-failures-title = El coste por archivo aceptado incluye los fallos
start-example-cost-with-failures-text = Una base frente a un solo límite cambiado. Los intentos fallidos y los limitados están en el total, y un intento no tiene coste conocido.

start-formats-title = Qué se lee
start-formats-text = Cada archivo se reconoce por su contenido, nunca solo por su nombre.
start-format-event-journal = JSON Lines o una lista REST; la repetición es exacta, porque conserva las llamadas paradas
start-format-run-rows = una fila por ejecución: estado, motivo de parada, tokens
start-format-thread-state = los mensajes tal como quedaron; las llamadas paradas ya no están, así que la repetición es parcial
start-format-message-dump = tres codificaciones de los mismos mensajes
start-format-config-yaml = la sección loop_detection da los límites
start-format-attempt-records = JSON Lines, un intento por línea
start-format-result-record = ocho claves que resumen una prueba
start-format-experiment-manifest = las tareas fijadas, la base y sus variantes
start-format-review = lo que una persona decidió sobre intentos, advertencias y paradas
start-format-proposal = un límite cambiado, con lo que se miró
start-format-trajectories = Trayectorias (mini-SWE-agent, SWE-agent)
start-format-trajectories-text = un intento de una tarea, con su coste
start-format-swe-bench = qué tareas se resolvieron; se une a las trayectorias por la tarea
start-format-price-table = con la forma de LiteLLM; sin efecto hasta que cargue una

start-privacy-title = Qué sale de esta pestaña
start-privacy-text = Nada. Esta página lee los archivos en su navegador, y al cerrar la pestaña se olvidan. No hay servidor, ni cuenta, ni subida. No se guarda nada, salvo una revisión que usted pida guardar en este navegador.
start-privacy-proof = La política de seguridad de contenido de la página prohíbe las peticiones a cualquier otra dirección, así que no tiene que fiarse de nuestra palabra.
start-null-title = Lo que no se midió
start-null-text = Lo desconocido aparece como null, con su motivo. Nada se estima, se toma prestado ni se rellena, y null nunca cuenta como 0.

## Archivos

files-nothing = No hay ningún archivo cargado.
files-lead = { $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
 }, { $size } en total. Cada uno se ha reconocido por su contenido.
files-clear = Quitar todos los archivos
files-remove = Quitar
files-remove-name = Quitar { $name }
files-refused = No admitido
files-why = Reconocido porque
files-sha256 = SHA-256
files-records = { $n ->
    [one] { $n } registro leído
   *[other] { $n } registros leídos
 }
files-runs = { $n ->
    [one] { $n } ejecución
   *[other] { $n } ejecuciones
 }
files-attempts = { $n ->
    [one] { $n } intento
   *[other] { $n } intentos
 }
files-run-rows = { $n ->
    [one] { $n } fila de ejecución
   *[other] { $n } filas de ejecución
 }
files-results = { $n ->
    [one] { $n } registro de resultados
   *[other] { $n } registros de resultados
 }
files-prices = { $n ->
    [one] { $n } modelo con precio
   *[other] { $n } modelos con precio
 }
files-rejected = { $n ->
    [one] { $n } descartado
   *[other] { $n } descartados
 }
files-tried = Como qué se intentó leer, y por qué no es nada de ello
files-tried-format = Formato
files-tried-why-not = Por qué no

diagnostics-title = Qué estaba mal, y dónde
diagnostics-line = Línea
diagnostics-byte = Byte
diagnostics-what = Qué
diagnostics-pointer = Puntero JSON
diagnostics-expected = Se esperaba
diagnostics-found = Había
diagnostics-whole-file = todo el archivo
diagnostics-more = { $n ->
    [one] Mostrar { $n } más
   *[other] Mostrar { $n } más
 }

## Informe

cost-per-accepted = Coste por archivo aceptado
report-nothing = No hay intentos cargados, así que no hay nada de que informar. Cargue registros de intentos, filas de ejecuciones o un registro de resultados.
report-no-attempts = Ninguno de los archivos cargados contiene un intento ni un registro de resultados.
report-no-variant = Ningún intento cargado es de la variante «{ $variant }». Cargue los registros de intentos de esa variante.
report-choice = Intentos de
report-all = Todos los intentos
report-without-variant = Sin variante
report-finding = Resultado
report-digests = Los intentos proceden de { $n } experimentos fijados distintos, así que no se deben comparar.

finding-known = Un archivo aceptado costó { $cost }, en { $attempts ->
    [one] { $attempts } intento
   *[other] { $attempts } intentos
 }, de los que { $accepted ->
    [one] se aceptó { $accepted }
   *[other] se aceptaron { $accepted }
 }.
finding-nothing-accepted = Lo que costó un archivo aceptado es { $null } porque { $attempts ->
    [one] el único intento no se aceptó
   *[other] ninguno de los { $attempts } intentos se aceptó
 }.
finding-unknown = Lo que costó un archivo aceptado es { $null } en { $attempts ->
    [one] { $attempts } intento
   *[other] { $attempts } intentos
 }, de los que { $accepted }.
finding-accepted = { $n ->
    [one] se aceptó { $n }
   *[other] se aceptaron { $n }
 }
finding-not-reviewed = no se ha revisado ninguno
finding-variant = Solo se cuentan los intentos de la variante { $variant }.
finding-total = { $attempts ->
    [one] El intento costó { $total }, fuera cual fuera su resultado.
   *[other] Los { $attempts } intentos juntos costaron { $total }, fuera cual fuera su resultado.
 }
finding-lower-bound = Se gastó al menos { $total }: se conoce el coste del modelo de { $measured } de { $of } intentos.
finding-nothing-known = { $of ->
    [one] No se conoce el coste del modelo del único intento.
   *[other] No se conoce el coste del modelo de ninguno de los { $of } intentos.
}
finding-ratio-bound = Por tanto, un archivo aceptado costó al menos { $cost }.
finding-reason = { $n ->
    [one] { $n } intento:
   *[other] { $n } intentos:
 }
finding-unreadable = { $n ->
    [one] No se pudo leer { $n } registro que puede ser un intento; cuenta entre los desconocidos y como un archivo más que pudo aceptarse.
   *[other] No se pudieron leer { $n } registros que pueden ser intentos; cuentan entre los desconocidos y como archivos que pudieron aceptarse.
 }
finding-currencies = Los importes de monedas distintas no se suman. Conocido hasta ahora:

report-variants-text = Coste total del modelo en todos los intentos, incluidos los fallidos y los limitados, dividido entre los archivos aceptados.
report-variants-chart = Coste por archivo aceptado, por variante
report-no-common-currency = No hay gráfico, porque no se conoce ningún coste o los costes están en varias monedas.
report-money-title = Adónde fue el dinero
report-money-text = Cada intento tiene exactamente un resultado. Los intentos de coste desconocido ocupan una banda propia y no tienen longitud.
report-money-chart = Coste conocido del modelo, por resultado
report-money-attempts = { $n ->
    [one] { $n } intento
   *[other] { $n } intentos
 }
report-cost-title = Coste
report-tokens-title = Tokens por categoría
report-tokens-text = Cinco categorías que no se solapan. Donde una fuente no separa una, sus tokens están en la categoría más amplia y la más estrecha es null.
report-calls-title = Llamadas a herramientas
report-calls-text = Una respuesta del modelo propone una llamada; se ejecuta, o una guarda la suprime.
report-time-title = Tiempo
report-p95 = Latencia, percentil 95
report-p95-maximum = con menos de 20 muestras es el máximo
report-stops-title = Motivos de parada
report-stops-text = Cuántos intentos terminó cada guarda. Una ejecución limitada puede haber terminado como éxito.
report-not-stopped = Ninguna guarda lo paró
report-stop-unknown = No se sabe si lo paró una guarda
report-limits-title = Límites vigentes
report-limits-text = Los límites del detector que registran los intentos; los ajustes en que difieren las variantes van en negrita.
report-unknowns-title = Qué se desconoce, y por qué
report-unknowns-none = Nada: se conocen todas las medidas de todos los intentos.
report-unknowns-unreadable = un registro que no se pudo leer
report-unknowns-text = Cada una de estas impide conocer un total.
report-records-title = Resultados registrados
report-records-text = Registros de resultados tal como se cargaron. No se suman a los intentos de arriba.
report-records-no-stops = ninguno
report-records-executed = true: la prueba se ejecutó
report-records-not-executed = false: no se ejecutó nada, así que todas las métricas son null
report-prices-title = Tablas de precios
report-prices-none = No hay ninguna tabla de precios cargada, así que no se deriva ningún coste: solo cuentan los que declaran los archivos.
report-prices-text = Los costes derivados de estas tablas se marcan como tarifados.
report-prices-no-date = sin fecha
report-disagreements-title = Fuentes en desacuerdo
report-disagreements-text = Dos fuentes de un mismo intento dicen cosas distintas. Se muestran ambas, y se conservó una.
report-exports-title = Para llevar
report-exports-text = Las exportaciones conservan cada null; el archivo CSV tiene una columna con los motivos.
report-export-result = Registro de resultados, JSON
report-export-jsonl = Intentos, JSON Lines
report-export-csv = Intentos, CSV

chart-unknown = null
chart-unknown-cost = coste desconocido
chart-null-at-least = null, ≥ { $value }
chart-null-attempts = { $n ->
    [one] null: { $n } intento
   *[other] null: { $n } intentos
 }

column-variant = Variante
column-attempts = Intentos
column-attempt = Intento
column-accepted = Archivos aceptados
column-reviewed = Intentos revisados
column-total-cost = Coste total del modelo
column-outcome = Resultado
column-task = Tarea
column-measure = Medida
column-setting = Ajuste
column-value = Valor
column-origin = Origen
column-why = Por qué
column-place = Lugar
column-file = Archivo
column-date = Fecha
column-models = Modelos
column-kept = Conservado
column-other = El otro

## Intentos

attempts-nothing = No hay intentos cargados. Cargue registros de intentos, filas de ejecuciones o diarios de eventos.
attempts-none-read = Ninguno de los archivos cargados contiene un intento.
attempts-filter = Buscar
attempts-any = Cualquiera
attempts-lacks = { $field } es null
attempts-clear = Mostrar todos los intentos
attempts-shown = { $n } de { $of ->
    [one] { $of } intento
   *[other] { $of } intentos
 }
attempts-no-match = Ningún intento coincide.
attempts-pages = Páginas de la tabla
attempts-previous = Filas anteriores
attempts-next = Filas siguientes
attempts-rows = Filas { $from } a { $until }
attempts-not-loaded = El intento «{ $attempt }» no está entre los cargados. Cargue el archivo que tiene su registro.
attempts-choose = Elija un intento para ver de dónde viene cada uno de sus números.
attempts-not-stopped = sin parada

details-title = Intento { $attempt }
details-replay = Repetir su ejecución
details-no-run = No hay ninguna traza cargada de su ejecución
details-record = Registro del intento
details-model = Modelo
details-status = Estado de la ejecución
details-retry-of = Reintento de
details-reviewer = Revisor
details-reason = Motivo de la decisión
details-measurements = Medidas
details-limits = Límites vigentes
details-override = advierte en { $warn }, para en { $limit }
details-json = El registro en JSON

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
label-of = { $label },
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
reason-parse-error-text = Lo que hay ahí no se puede leer como un valor de ese tipo.
reason-ambiguous-text = Las fuentes no coinciden, o lo que dicen se puede leer de dos maneras.
reason-not-run-text = No se ejecutó nada, así que no se midió nada.
reason-nothing-accepted-text = No se aceptó ningún archivo, así que no hay entre qué dividir.
reason-no-samples-text = Ningún intento tiene esta medida, así que no hay percentil.
reason-part-unknown-text = Al menos una parte de esta suma es desconocida, así que la suma también lo es. Lo conocido es una cota inferior.
reason-other-text = Esta versión no tiene palabras para ese motivo.

origin-reported = declarado
origin-derived = derivado
origin-priced = tarifado
origin-mixed = mixto

origin-reported-text = Declarado: lo dice el archivo.
origin-derived-text = Derivado: sumado o contado a partir de valores que declaran los archivos.
origin-priced-text = Tarifado: tokens declarados por los precios de una tabla que usted cargó.
origin-mixed-text = Mixto: unas partes son declaradas y otras tarifadas.
origin-priced-short = tarifado

unit-seconds = s
unit-utc = UTC
unit-calls = llamadas
unit-tokens = tokens
unit-no-currency = de una moneda que no se indica

## De dónde viene un número

panel-no-place = Este número se calcula a partir de varios lugares; los números que lo componen llevan a los suyos.
panel-not-loaded = El archivo no está cargado o no tiene texto aquí.
panel-sum = Una suma de { $of } partes, de las que { $measured } están medidas.
panel-sum-parts = Ver cada una
panel-sum-first = La primera parte está aquí.
panel-sum-first-unknown = La primera parte desconocida debería estar aquí.
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
format-attempt-list = Lista de intentos, escrita a mano
format-mini-swe-agent = Trayectoria (mini-SWE-agent)
format-swe-agent = Trayectoria (SWE-agent)
format-swe-bench = Informe de evaluación (SWE-bench)
format-terminal-bench = Resultados (Terminal-Bench)
format-redacted-trace = Traza sin textos (Loopledger)
format-price-table = Tabla de precios

severity-error = error
severity-warning = aviso
severity-info = nota

field-record = Registro de un intento
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

# Replay

replay-reading = Repitiendo…
replay-no-responses = Esta ejecución no tiene respuestas del modelo que repetir.
replay-run = Ejecución
replay-run-missing = La ejecución { $run } no está entre los archivos cargados; se muestra otra.
replay-run-no-id = sin id
replay-run-name =
    { $responses ->
        [one] Hilo { $thread } · ejecución { $run } · una respuesta
       *[other] Hilo { $thread } · ejecución { $run } · { $responses } respuestas
    }
replay-run-subagent =
    { $responses ->
        [one] Hilo { $thread } · ejecución { $run } · subagente { $name }, tarea { $task } · una respuesta
       *[other] Hilo { $thread } · ejecución { $run } · subagente { $name }, tarea { $task } · { $responses } respuestas
    }

replay-finding-off = El detector está apagado con estos límites, así que no se cuenta nada.
replay-finding-stop =
    { $warns ->
        [0] El detector detiene esta ejecución en la respuesta { $response } de { $responses }, sin advertencia previa. { $why }
        [one] El detector advierte una vez y detiene esta ejecución en la respuesta { $response } de { $responses }. { $why }
       *[other] El detector advierte { $warns } veces y detiene esta ejecución en la respuesta { $response } de { $responses }. { $why }
    }
replay-finding-calm =
    { $warns ->
        [0] El detector ni advierte ni detiene nada en { $responses } respuestas.
        [one] El detector advierte una vez en { $responses } respuestas y no detiene la ejecución.
       *[other] El detector advierte { $warns } veces en { $responses } respuestas y no detiene la ejecución.
    }
replay-source-journal = Un diario de eventos conserva todas las llamadas propuestas, también las de una respuesta detenida.
replay-source-state = Un estado de hilo no conserva las llamadas de una respuesta detenida.
replay-source-trajectory = Una trayectoria conserva cada llamada propuesta, de modo que la repetición es exacta.
replay-source-dump = Un volcado de mensajes conserva las llamadas que sus mensajes aún llevan.
replay-exact-whole = Ni la ejecución registrada ni esta repetición intervienen, así que la repetición es exacta.
replay-exact-as-recorded = Esta repetición decide como la ejecución registrada, así que es exacta de principio a fin.
replay-exact-to-end = La primera intervención es la última respuesta, así que la repetición es exacta hasta el final.
replay-exact-until = La repetición es exacta hasta la respuesta { $response }, la primera intervención; después, la ejecución habría sido otra y todo es hipotético.
replay-exact-until-difference = La repetición es exacta hasta la respuesta { $response }, donde por primera vez decide de otro modo que la ejecución registrada; después, la ejecución habría sido otra y todo es hipotético.
replay-exact-no = Donde se detuvo la ejecución, a la repetición le falta lo que se propuso allí.
replay-exact-damaged = Faltan registros de la ejecución o no se pueden leer, así que la repetición no es exacta.

replay-rules = Reglas de la repetición
replay-revision = DeerFlow a fecha de
replay-revision-2026-08-22 = Una advertencia cierra el lote en el acto: el resto de sus llamadas ni se cuenta ni se comprueba. Las ventanas son del hilo.
replay-revision-2026-09-08 = Una advertencia es candidata hasta contar el lote entero, y una parada posterior la sustituye. Las ventanas son del hilo. Es la revisión por defecto.
replay-revision-2026-09-10 = Como 2026-09-08, pero cada ejecución de un hilo tiene ventanas propias.
replay-revision-2026-09-16 = Como 2026-09-10, pero read_file se identifica por las líneas exactas que lee y no por páginas de 200 líneas. Se conoce por su descripción pública.
replay-effective-history = Historial: advierte con { $warn } y detiene con { $limit } conjuntos de llamadas idénticos entre los últimos { $window }.
replay-effective-frequency = Frecuencia: advierte con { $warn } y detiene con { $limit } llamadas de una herramienta entre los últimos { $window } nombres.
replay-effective-overrides = Excepciones por herramienta: { $overrides }.
replay-effective-override = { $tool } { $warn } y { $limit }
replay-origin-given = Estos límites se fijaron aquí.
replay-origin-config = Se leyeron de un archivo de configuración.
replay-origin-record = Se leyeron del registro del intento.
replay-origin-defaults = Son los valores por defecto de DeerFlow, porque ningún archivo da otros.
replay-origin-place = Véase { $place }.
replay-lints = Lo llamativo de estos límites
replay-lint-hard-limit-unreachable = El límite de parada { $limit } es inalcanzable: en la ventana de historial caben { $window } conjuntos de llamadas.
replay-lint-warn-threshold-unreachable = El umbral de advertencia { $limit } es inalcanzable: en la ventana de historial caben { $window } conjuntos de llamadas.
replay-lint-warn-threshold-never = Nunca se advierte por un conjunto de llamadas: el umbral de advertencia es { $warn } y el límite de parada { $limit }, así que la parada llega antes.
replay-lint-tool-freq-warn-never = { $setting } nunca advierte: no está por debajo de su límite de parada, así que la parada llega antes.
replay-lint-override-enlarges = { $setting } alarga la ventana de frecuencia a { $window } para todas las herramientas, así que todas las llamadas cuentan más tiempo.

replay-limits-title = Y si los límites fueran otros…
replay-limit-warn = Advertencia con
replay-limit-stop = Parada con
replay-limit-window = Ventana, en respuestas
replay-limit-freq-warn = Advertencia con
replay-limit-freq-stop = Parada con
replay-overrides-title = Excepciones por herramienta
replay-overrides-note = Una excepción mayor que los demás límites alarga la ventana de frecuencia para todas las herramientas.
replay-override = excepción
replay-override-add = Añadir excepción
replay-override-tool = Herramienta
replay-override-warn = Advertencia con
replay-override-stop = Parada con
replay-override-remove = Quitar
replay-override-remove-name = Quitar la excepción de { $tool }
replay-apply = Aplicar
replay-defaults = Poner los valores por defecto
replay-reset = Volver a lo registrado
replay-not-applied = Sin aplicar todavía.
replay-problems =
    { $count ->
        [one] Un campo no se puede aplicar; él mismo dice por qué.
       *[other] { $count } campos no se pueden aplicar; cada uno dice por qué.
    }
replay-problem-not-whole = Debe ser un número entero.
replay-problem-below-one = Debe ser 1 o más.
replay-problem-below-warn = No debe ser menor que su umbral de advertencia.
replay-problem-no-tool = Debe nombrar una herramienta; sin nombre no se aplica a ninguna llamada.
replay-problem-same-tool = Otra fila ya nombra esta herramienta.

replay-controls = Reproducción
replay-first = Primera respuesta
replay-last = Última respuesta
replay-back = Una respuesta atrás
replay-forward = Una respuesta adelante
replay-previous-decision = Decisión anterior
replay-next-decision = Decisión siguiente
replay-play = Reproducir
replay-pause = Pausar
replay-step-field = Respuesta
replay-step-of = de { $responses }
replay-speed = Velocidad
replay-speed-choice =
    { $speed ->
        [one] una por segundo
       *[other] { $speed } por segundo
    }
replay-keys = Teclas de una letra
replay-now = Respuesta { $response }: { $summary }
replay-now-decision = Respuesta { $response }: { $decision }

replay-decision-warn-set = Advertencia: el conjunto de llamadas { $set } ({ $tools }) está { $count } veces entre los últimos { $window }; advierte desde { $limit }.
replay-decision-stop-set = Parada: el conjunto de llamadas { $set } ({ $tools }) está { $count } veces entre los últimos { $window }; detiene desde { $limit }.
replay-decision-warn-tool = Advertencia: { $tools } se llamó { $count } veces en las últimas { $window } llamadas; advierte desde { $limit }.
replay-decision-stop-tool = Parada: { $tools } se llamó { $count } veces en las últimas { $window } llamadas; detiene desde { $limit }.
replay-recorded-warn-set = Advertencia: el conjunto de llamadas { $set } ({ $tools }) estaba { $count } veces en la ventana; advertía desde { $limit }.
replay-recorded-stop-set = Parada: el conjunto de llamadas { $set } ({ $tools }) estaba { $count } veces en la ventana; detenía desde { $limit }.
replay-recorded-warn-tool = Advertencia: { $tools } se había llamado { $count } veces en la ventana; advertía desde { $limit }.
replay-recorded-stop-tool = Parada: { $tools } se había llamado { $count } veces en la ventana; detenía desde { $limit }.
replay-decision-warn-unknown = Advertencia cuya ventana no consta en el registro.
replay-decision-stop-unknown = Parada cuya ventana no consta en el registro.
replay-short-warn-set = advierte con { $count }
replay-short-stop-set = detiene con { $count }
replay-short-warn-tool = advierte con { $count } { $tools }
replay-short-stop-tool = detiene con { $count } { $tools }
replay-short-warn-unknown = advierte
replay-short-stop-unknown = detiene

replay-history-title = Ventana de historial
replay-history-lead = Una celda por cada respuesta con llamadas, de antigua a nueva; el mismo conjunto es el mismo signo.
replay-history-fill = { $filled } de { $capacity } conjuntos de llamadas
replay-history-empty = Vacía; caben { $capacity } conjuntos de llamadas.
replay-history-description = { $filled } de { $capacity } conjuntos de llamadas, los más recientes de antiguo a nuevo { $sets }
replay-history-cut =
    { $hidden ->
        [one] Hay un lugar más que no se dibuja; estos son los más recientes.
       *[other] Hay { $hidden } lugares más que no se dibujan; estos son los más recientes.
    }
replay-history-left = { $set } salió de la ventana.
replay-meter =
    { $count ->
        [one] { $set } está una vez en la ventana; advierte con { $warn } y detiene con { $limit }.
       *[other] { $set } está { $count } veces en la ventana; advierte con { $warn } y detiene con { $limit }.
    }
replay-set-none = Esta respuesta no propone ninguna llamada, así que no entra en ninguna ventana.
replay-set-unknown = Los argumentos están cortados en el registro, así que el conjunto de llamadas no se puede conocer.
replay-set-other-guard = Otra guarda había quitado las llamadas antes de que el detector las viera, así que no se cuentan.
replay-set-off = El detector está apagado con estos límites, así que no se cuenta nada.
replay-set-raised = El propio DeerFlow lanza una excepción con esta respuesta, así que no se cuenta.

replay-frequency-title = Ventana de frecuencia
replay-frequency-lead = Un nombre por cada llamada; cada barra termina en el límite de parada de su herramienta.
replay-frequency-fill = { $filled } de { $capacity } nombres de herramienta
replay-frequency-tool = Herramienta
replay-frequency-calls = Llamadas
replay-frequency-marks = advierte { $warn } · detiene { $limit }
replay-frequency-bar = Ante sus propias marcas
replay-frequency-strip = Últimos { $places } nombres, de antiguo a nuevo
replay-frequency-hidden =
    { $hidden ->
        [one] Otra herramienta tiene menos llamadas en la ventana.
       *[other] Otras { $hidden } herramientas tienen menos llamadas en la ventana.
    }
replay-frequency-cut = La ventana es más larga que lo dibujado; estos son sus { $shown } nombres más recientes.
replay-frequency-left =
    { $count ->
        [one] { $tools } salió de la ventana.
       *[other] { $count } nombres salieron de la ventana: { $tools }.
    }

replay-timeline-title = Línea de tiempo
replay-timeline-label = Lugar en la ejecución
replay-position = Respuesta { $response } de { $responses }
replay-position-decision = Respuesta { $response } de { $responses }, { $decision }
replay-what-if = hipotético
replay-lane-recorded = registrado
replay-lane-replayed = esta repetición
replay-lane-changed = diferencias
replay-lane-repetition = mismo conjunto
replay-lane-frequency = más usada
replay-lane-axis = respuesta
replay-mark-one = Respuesta { $response }. { $decision }
replay-mark-many = Respuestas { $response } a { $last }: advertencias { $warns }, paradas { $stops }
replay-mark-changes = Respuestas { $response } a { $last }: añadidas { $added }, quitadas { $removed }, cambiadas { $changed }

replay-steps-label = Respuestas
replay-line = línea { $line }
replay-step-silent = responde sin llamadas
replay-step-failed =
    { $count ->
        [one] una falló
       *[other] { $count } fallaron
    }
replay-step-suppressed =
    { $count ->
        [one] una suprimida
       *[other] { $count } suprimidas
    }
replay-step-failed-suppressed = { $failed } fallidas, { $suppressed } suprimidas

replay-detail-title = Respuesta { $response }
replay-detail-set = Conjunto de llamadas { $set }, huella { $digest }
replay-consequence-stop = Ninguna de las llamadas propuestas se ejecuta, y la ejecución termina con el motivo de parada loop_capped.
replay-consequence-warn = La advertencia espera y llega al modelo con su próxima petición; estas llamadas aún se ejecutan.
replay-superseded = Una advertencia era candidata en esta respuesta hasta que la parada la sustituyó; nunca llega al modelo. { $warning }
replay-pending =
    { $count ->
        [one] Una advertencia espera a la próxima petición al modelo.
       *[other] { $count } advertencias esperan a la próxima petición al modelo.
    }
replay-calls-hidden =
    { $hidden ->
        [one] Una llamada más de esta respuesta no se muestra.
       *[other] { $hidden } llamadas más de esta respuesta no se muestran.
    }
replay-fact-source = Fuente
replay-fact-time = Registrada
replay-fact-model = Modelo
replay-fact-finish = Motivo de fin
replay-fact-input = Tokens de entrada sin caché
replay-fact-cache-read = Tokens leídos de caché
replay-fact-cache-write = Tokens escritos en caché
replay-fact-output = Tokens de salida
replay-fact-reasoning = Tokens de razonamiento
replay-fact-latency = Latencia de la llamada al modelo
replay-args = Argumentos
replay-args-none = El registro no contiene argumentos.
replay-args-redacted = Los argumentos se quitaron del archivo.
replay-args-raw = Como se registró
replay-args-shortened = Los argumentos son más largos; se muestran sus primeros 20 000 caracteres.
replay-key = Clave
replay-result = Resultado de la llamada
replay-outcome-executed = ejecutada
replay-outcome-failed = fallida
replay-outcome-suppressed = suprimida
replay-outcome-unknown = resultado desconocido
replay-rule-read-file-bucket = La ruta y las páginas de 200 líneas entraron en la clave, así que líneas cercanas de un archivo son la misma llamada.
replay-rule-read-file-lines = La ruta y las líneas exactas entraron en la clave.
replay-rule-salient = Solo { $fields } entró en la clave; cambie lo que cambie además, es la misma llamada.
replay-rule-no-salient = No está ninguno de los campos que DeerFlow elige, así que todos los argumentos entraron en la clave.
replay-rule-all-arguments = Con esta herramienta todos los argumentos entran en la clave, así que cualquier cambio es otra llamada.
replay-rule-raw-text = Los argumentos no son JSON; su texto es la clave.
replay-rule-other-value = Los argumentos son JSON, pero no un objeto; su valor es la clave.
replay-rule-unknown = Los argumentos están cortados en el registro, así que la clave no se puede conocer.
replay-rule-redacted = Los argumentos se quitaron del archivo; de su clave solo se conoce el resumen.

replay-decisions-title = Decisiones
replay-changes-no-record = Este registro no dice qué decidió el detector, así que no hay con qué comparar.
replay-changes-none =
    { $count ->
        [0] Ni la ejecución registrada ni esta repetición deciden nada.
        [one] Esta repetición decide como la ejecución registrada, una vez.
       *[other] Esta repetición decide como la ejecución registrada, { $count } veces.
    }
replay-changes = Frente a la ejecución registrada: añadidas { $added }, quitadas { $removed }, cambiadas { $changed }.
replay-only-changes = Solo diferencias
replay-more-decisions = Mostrar más, quedan { $hidden }
replay-go-to = Ir a la respuesta { $response }
replay-column-response = Respuesta
replay-column-line = Línea
replay-column-recorded = Registrado
replay-column-replayed = Esta repetición
replay-column-change = Diferencia
replay-change-added = añadida
replay-change-removed = quitada
replay-change-changed = cambiada
replay-change-same = ninguna
