nav-limits = Límites
limits-lead = Un límite solo sube después de mirar las paradas que desaparecerían, porque un límite más alto también empeora el peor caso.
limits-nothing = No hay nada cargado. Suelte ejecuciones registradas, y revisiones si las tiene: cada ejecución se juzga de nuevo con cada valor de un límite.
limits-no-runs = Los archivos cargados no contienen ninguna ejecución que pueda juzgarse de nuevo. Añade diarios de eventos o listas de mensajes.
limits-reading = Leyendo las ejecuciones…
limits-choices = Qué se recorre
limits-tool = Herramienta
limits-from = Desde
limits-to = Hasta
limits-by = Paso
limits-setting-warn = warn_threshold – conjuntos iguales que advierten
limits-setting-hard = hard_limit – conjuntos iguales que paran
limits-setting-window = window_size – conjuntos que se recuerdan
limits-setting-freq-warn = tool_freq_warn – llamadas a una herramienta que advierten
limits-setting-freq-hard = tool_freq_hard_limit – llamadas a una herramienta que paran
limits-setting-tool-warn = tool_freq_overrides.warn – de una herramienta
limits-setting-tool-hard = tool_freq_overrides.hard_limit – de una herramienta
limits-basis =
    { $attempts ->
        [one] { $attempts } intento
       *[other] { $attempts } intentos
    } con { $runs ->
        [one] { $runs } ejecución
       *[other] { $runs } ejecuciones
    } y { $responses ->
        [one] { $responses } respuesta del modelo
       *[other] { $responses } respuestas del modelo
    } en total.
limits-rules =
    { $setting } es { $value } en { $runs ->
        [one] { $runs } ejecución
       *[other] { $runs } ejecuciones
    } ({ $source }, detector del { $revision }).
limits-source-given = límites de la dirección
limits-source-config = del config.yaml cargado
limits-source-record = de los registros de intentos
limits-source-defaults = valores por defecto del constructor
limits-several-rules = Las ejecuciones siguen { $n } juegos de reglas distintos; en cada uno solo cambia este ajuste. Elija una variante para mirar uno de ellos; una propuesta lo necesita.
limits-without-run =
    { $n ->
        [one] { $n } intento no tiene ninguna ejecución que pueda juzgarse de nuevo y no está en ninguna cifra de aquí.
       *[other] { $n } intentos no tienen ninguna ejecución que pueda juzgarse de nuevo y no están en ninguna cifra de aquí.
    }
limits-covered =
    { $n ->
        [one] { $n } ejecución queda fuera, porque cuenta otra copia de ella.
       *[other] { $n } ejecuciones quedan fuera, porque cuentan otras copias de ellas.
    }
limits-inexact =
    { $n ->
        [one] { $n } ejecución no puede reproducirse con exactitud: su archivo ha perdido respuestas o las llamadas de una parada.
       *[other] { $n } ejecuciones no pueden reproducirse con exactitud: sus archivos han perdido respuestas o las llamadas de las paradas.
    }
limits-no-tool = Las ejecuciones no llaman a ninguna herramienta, así que no hay ninguna a la que poner un límite.
limits-progress = Juzgando de nuevo cada ejecución: { $percent } %
limits-cancelled = Cancelado al { $percent } %.
limits-resume = Continuar
limits-sweep-title = Con cada valor
limits-sweep-text = Hasta la primera respuesta en la que el detector habría decidido otra cosa, el registro muestra lo que pasó; lo que sigue es una suposición, y detrás de una parada registrada no se sabe nada.
limits-chart = Intentos según { $setting }
limits-slider = Valor de { $setting }
limits-value-none = ningún valor elegido
limits-value-invalid = { $value }: incumple una regla de la configuración
limits-value = { $value }: { $stopped } intentos parados, { $whatif } de ellos por suposición; { $warned } advertidos; { $wrong } falsos positivos desaparecerían, { $right } paradas acertadas se perderían
limits-legend-stopped = intentos parados
limits-legend-warned = intentos advertidos
limits-legend-what-if = de ellos, por suposición
limits-legend-false = falsos positivos juzgados que desaparecerían
limits-legend-right = paradas juzgadas acertadas que se perderían
limits-legend-invalid = incumple una regla
limits-in-force = en vigor
limits-table = Las cifras de cada valor de { $setting }
limits-column-stopped = Intentos parados
limits-column-first = Primero en la respuesta
limits-column-warned = Intentos advertidos
limits-column-false = Falsos positivos que desaparecen
limits-column-right = Paradas acertadas perdidas
limits-column-looked = Miradas, de las que desaparecen
limits-column-calls = Llamadas registradas tras la parada
limits-column-tokens = Tokens registrados tras la parada
limits-column-cost = Coste del modelo registrado tras la parada
limits-of = { $k } de { $n }
limits-what-if = { $n } por suposición
limits-what-if-runs =
    suposición en { $n ->
        [one] { $n } ejecución
       *[other] { $n } ejecuciones
    }
limits-invalid = DeerFlow rechaza este valor.
limits-choose = Elija un valor, en el gráfico o en la tabla, para ver qué le hace a cada intento.
limits-not-in-range = El intervalo no contiene { $value }.
limits-chosen = { $setting } = { $value }
limits-gate-current = Es el valor en vigor.
limits-gate-tightens = No quita ninguna advertencia ni ninguna parada registrada.
limits-gate-no-reason = Nada de lo registrado desaparecería: estas ejecuciones no dan motivo para ello, y empeora el peor caso.
limits-gate-unlooked = No es una recomendación: de las { $n } advertencias y paradas que desaparecerían, se miraron { $looked }.
limits-gate-inspected =
    { $n ->
        [one] La única advertencia o parada que desaparecería se ha mirado; su propuesta puede llamarse recomendación.
       *[other] Las { $n } advertencias y paradas que desaparecerían se han mirado; su propuesta puede llamarse recomendación.
    }
limits-to-review = Mirar las demás
limits-in-question = En cuestión: { $stops } paradas y { $warnings } advertencias. Juzgadas: { $wrong } falsos positivos, { $right } acertadas y entonces perdidas, { $unsure } dudosas; { $open } sin mirar.
limits-untold =
    { $n ->
        [one] De { $n } parada registrada se han perdido las llamadas, así que nadie puede saber si desaparecería; cuenta como si lo hiciera.
       *[other] De { $n } paradas registradas se han perdido las llamadas, así que nadie puede saber si desaparecerían; cuentan como si lo hicieran.
    }
limits-unmatched =
    { $n ->
        [one] { $n } juicio no corresponde a ninguna advertencia ni parada de estas ejecuciones.
       *[other] { $n } juicios no corresponden a ninguna advertencia ni parada de estas ejecuciones.
    }
limits-export = Exportar la propuesta
limits-export-text = Un archivo con estas cuentas y las huellas de los archivos en los que se apoya.
limits-export-several = Una propuesta cambia un solo juego de reglas; elija antes una variante.
limits-worst-title = El peor caso
limits-worst-text = El máximo de llamadas que pueden ejecutarse en una ejecución antes de que el detector tenga que parar, haga lo que haga su agente. Un subagente tiene su propio detector y, por tanto, su propio peor caso.
limits-cost-per-call = Una llamada a una herramienta costó { $cost } de media.
limits-cost-per-call-null = Lo que cuesta una llamada a una herramienta es
limits-cost-label = Coste de una llamada
limits-worst-what = Qué se ejecuta
limits-worst-now = Ahora, { $value }
limits-worst-then = Entonces, { $value }
limits-worst-same = Una misma llamada, una y otra vez
limits-worst-one-tool = Una herramienta sin excepción, y ninguna otra
limits-worst-this-tool = { $tool }, y ninguna otra herramienta
limits-worst-all =
    { $n ->
        [one] La única herramienta de estas ejecuciones
       *[other] Las { $n } herramientas de estas ejecuciones juntas
    }
limits-worst-calls =
    { $n ->
        [one] { $n } llamada
       *[other] { $n } llamadas
    }
limits-unbounded-off = ninguna parada es segura, porque el detector está apagado
limits-unbounded-turns = ninguna parada es segura: herramientas que se turnan pueden quedar todas por debajo de su límite
limits-unbounded-warning = ninguna parada es segura: una advertencia termina la cuenta de su respuesta
limits-unbounded-underived = de estos ajustes no se deduce ninguno
limits-rows-title = Intentos a los que les hace algo
limits-rows-none = Ningún intento recibe una advertencia ni se para, y ninguna parada registrada desaparecería.
limits-rows-shown = Los primeros { $n } de { $of }.
limits-goes-on =
    { $n ->
        [one] { $n } ejecución seguiría más allá de su parada registrada; lo que haría allí no se registró: null.
       *[other] { $n } ejecuciones seguirían más allá de su parada registrada; lo que harían allí no se registró: null.
    }
limits-row-warned = Primera advertencia
limits-row-stopped = Parado
limits-row-goes = Parada que desaparece
limits-row-response = respuesta { $n }
limits-row-what-if = suposición
limits-row-subagent = subagente
limits-row-inexact = no exacta
limits-verdict-right = juzgada acertada
limits-verdict-false = juzgada falso positivo
limits-verdict-unsure = dudosa
limits-verdict-none = sin mirar
limits-proposals = Propuestas cargadas
limits-proposal = { $setting } de { $from } a { $to }
limits-proposal-looked = De { $n } advertencias y paradas en cuestión se miraron { $looked }: { $wrong } falsos positivos, { $right } acertadas.
limits-proposal-inspected = Inspeccionada.
limits-proposal-open = Sin inspeccionar, y por tanto no es una recomendación.
error-sweep-tool = Este límite es de una sola herramienta, o de ninguna; elija de nuevo.
error-sweep-range = No hay ningún valor en este intervalo: el último no puede estar por debajo del primero, y el paso es al menos 1.
error-sweep-values = Un intervalo contiene como mucho 1.000 valores.
error-sweep-runs = No hay cargada ninguna ejecución que pueda juzgarse de nuevo con estas elecciones.
error-sweep-rules = Las ejecuciones siguen reglas distintas, y una propuesta cambia un solo juego de ellas. Elija una variante.
error-sweep-unchanged = Este valor ya está en vigor.
format-proposal = Propuesta de Loopledger
