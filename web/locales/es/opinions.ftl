# Segundas opiniones, al final de la página Repetición.
opinions-title = Segundas opiniones
opinions-reading = Preguntando a los demás detectores…
opinions-finding = De { $judged } detectores que aquí se pueden juzgar, con el de DeerFlow, { $stops ->
    [0] ninguno interviene,
    [one] uno interviene,
   *[other] { $stops } intervienen,
} { $warns ->
    [0] ninguno solo advierte
    [one] uno solo advierte
   *[other] { $warns } solo advierten
} y { $silent ->
    [0] ninguno calla.
    [one] uno calla.
   *[other] { $silent } callan.
}
opinions-finding-undecided = { $count ->
    [one] Uno no se puede juzgar, porque el archivo deja abierto lo que decide.
   *[other] { $count } no se pueden juzgar, porque el archivo deja abierto lo que decide.
}
opinions-finding-accepted = { $count ->
    [one] El intento fue aceptado: la parada es candidata a falso positivo, hay que mirarla.
   *[other] El intento fue aceptado: estas { $count } paradas son candidatas a falsos positivos, hay que mirarlas.
}
opinions-finding-what-if = Tras la respuesta { $response }, en la que intervino la ejecución registrada, todo es hipotético.
opinions-lane-no-thought = OpenHands, sin texto
opinions-lane-message = opencode, mensaje
opinions-lane-session = opencode, todo
opinions-lane-tool-calls = LangChain, llamadas
opinions-lane-model-calls = LangChain, modelo
opinions-lane-iterations = crewAI, iteraciones
opinions-off = desactivado
opinions-none = ninguna
opinions-warning = advertencia
opinions-stop = parada
opinions-mark = { $detector }, respuestas { $response } a { $last }, advertencias { $warns }, paradas { $stops }
opinions-column-detector = Detector
opinions-column-warning = Primera advertencia en la respuesta
opinions-column-stop = Primera parada en la respuesta
opinions-column-effect = Qué hace una parada
opinions-column-look = Hay que mirarla
opinions-column-after = Registrado tras la primera parada
opinions-column-responses = Respuestas
opinions-column-calls = Llamadas
opinions-column-input = Tokens de entrada sin caché
opinions-column-cache = Tokens leídos de caché
opinions-column-output = Tokens de salida
opinions-column-cost = Coste del modelo
opinions-column-kind = Qué
opinions-column-rule = Regla
opinions-column-source = Leído en
opinions-column-limits = Límites
opinions-column-blind = Lo que aquí no puede ver
opinions-look = para un intento aceptado
opinions-marks = Todas las marcas como tabla ({ $count })
opinions-more = Mostrar más (quedan { $hidden })
opinions-sources = De dónde vienen las reglas, y qué no pueden ver
opinions-unplayed = No reproducidos
opinions-limits = Límites propios
opinions-limits-text = Algunos límites están desactivados hasta que alguien pone uno. Vacío es el valor por defecto del proyecto.
opinions-limits-of-replay = los de la repetición de arriba
opinions-limit-problem = Un límite es un número entero a partir de 1, o vacío.
opinions-effect-ends-run = termina la ejecución
opinions-effect-skips-call = la llamada no se ejecuta
opinions-effect-asks-user = pregunta al usuario
opinions-seen-read = leído en este commit
opinions-seen-partly = leído en este commit, lo demás según una descripción de agosto de 2026
opinions-seen-described = según una descripción de agosto de 2026, no se leyó su código
opinions-rule-call-set = mismo conjunto de llamadas { $count } veces
opinions-rule-frequency = una herramienta { $count } veces
opinions-rule-pair = { $count } pares iguales de llamada y resultado
opinions-rule-error = misma llamada con error { $count } veces
opinions-rule-monologue = { $count } mensajes sin llamada
opinions-rule-alternation = dos pares se alternan en { $count } llamadas
opinions-rule-cycle = { $count ->
    [one] misma llamada cinco veces
   *[other] ciclo de { $count } llamadas cinco veces
}
opinions-rule-call = misma llamada { $count } veces seguidas
opinions-rule-absolute = misma llamada { $count } veces en total
opinions-rule-reminder = recordatorio, misma llamada { $count } veces seguidas
opinions-rule-tool-calls = llamada { $count }
opinions-rule-model-calls = tras la llamada al modelo { $count }
opinions-unseen-redacted-arguments = se quitaron los argumentos
opinions-unseen-cut-arguments = los argumentos están cortados
opinions-unseen-results = los resultados no están en el archivo
opinions-unseen-words = el texto no está en el archivo
opinions-unseen-user-messages = los mensajes del usuario no se distinguen
opinions-blind-none = nada que sepamos
opinions-blind-error-kinds = Qué errores lanzó el marco y cuáles comunicó una herramienta; cada resultado fallido cuenta como error del marco.
opinions-blind-streamed-text = Su regla sobre textos que se repiten mientras se emiten.
opinions-blind-model-check = Su regla que pregunta a un modelo.
opinions-blind-error-text = Su regla sobre los cien primeros caracteres de un error.
opinions-blind-progress-text = Porcentajes en los resultados, que levantan su límite superior.
opinions-blind-parallel-calls = Cuántas llamadas iguales están en curso a la vez.
opinions-blind-condensation = Condensaciones del contexto.
opinions-blind-other-runs = Ejecuciones anteriores del mismo hilo, que puede contar juntas.
opinions-blind-never-advances = En este commit su cuenta nunca avanza al inspeccionar llamadas, de modo que en casa no salta.
opinions-blind-message-bounds = Dónde terminan sus mensajes; aquí una respuesta es un mensaje.
opinions-blind-exempt-tools = El desplazamiento en un navegador, que no cuenta.
opinions-blind-last-answer = Una última respuesta que se pide tras el límite.
opinions-blind-page-fingerprints = Huellas de las páginas que mostró un navegador.

# Ejemplos de segundas opiniones, en la página Inicio.
start-opinions-title = Donde los detectores no coinciden
start-opinions-text = Cuatro ejecuciones que unos detectores paran y otros no. Las segundas opiniones están al final de la repetición.
start-example-paging-title = Un archivo, página a página
start-example-paging-text = Cinco páginas de un archivo tienen la misma clave hasta la revisión 2026-09-10, y DeerFlow para la lectura; ningún otro detector ve una repetición. En la segunda ejecución, con 2026-09-16, cada página tiene su clave: elija en ella la revisión 2026-09-08 y mire qué cambia.
start-example-numbered-search-title = Páginas de resultados de búsqueda
start-example-numbered-search-text = El número de página no forma parte de la clave de DeerFlow. En la quinta página para una ejecución cuyo archivo fue aceptado; los demás comparan todos los argumentos y callan.
start-example-alternation-title = Buscar y leer por turnos
start-example-alternation-text = Ninguna llamada se sigue a sí misma, de modo que calla quien cuenta la misma llamada seguida. OpenHands ve la alternancia primero, luego Gemini CLI y luego DeerFlow, cuya ventana cuenta cada una de las dos llamadas.
start-example-polling-title = Esperar un despliegue
start-example-polling-text = La misma llamada con otra respuesta cada vez. Cuatro detectores intervienen aunque el intento fue aceptado; OpenHands y Cline miran las respuestas y no lo hacen. DeerFlow calla con los límites aumentados: ponga los valores por defecto y mire otra vez.
