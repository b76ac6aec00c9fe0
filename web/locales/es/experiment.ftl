nav-experiment = Experimento
experiment-lead = Un experimento se fija antes de ejecutar nada: sus tareas con sus criterios de aceptación, el árbol de fuentes, el modelo, los límites y lo que cambia cada variante. Al congelarlo recibe un resumen (SHA-256). Los intentos llevan ese resumen, de modo que una tarea cambiada después, o un intento hecho con otra cosa, se nota y no se compara.
experiment-make-another = Hacer aquí un manifiesto
experiment-form-title = Hacer un manifiesto
experiment-form-text = Nada de lo que se escribe aquí sale de esta página hasta que lo descargue. Un borrador o un manifiesto descargado se puede volver a cargar.
experiment-prefill = Rellenar lo que saben los intentos cargados: { $tasks ->
    [one] { $tasks } tarea
   *[other] { $tasks } tareas
  }, { $variants ->
    [one] { $variants } variante
   *[other] { $variants } variantes
  }
experiment-id = Id del experimento
experiment-revision = Revisión de las fuentes
experiment-model = Modelo y sus ajustes
experiment-concurrency = Intentos a la vez
experiment-tasks = Tareas
experiment-tasks-n = { $n ->
    [one] { $n } tarea y sus criterios de aceptación
   *[other] { $n } tareas y sus criterios de aceptación
  }
experiment-task-n = Tarea { $n }
experiment-task-id = Id de la tarea
experiment-task-title = Qué se pide
experiment-criteria = Criterios de aceptación, uno por línea
experiment-add-task = Añadir una tarea
experiment-remove = Quitar
experiment-remove-task = Quitar la tarea { $n }
experiment-paste = Pegar tareas como texto
experiment-paste-label = Una tarea por línea, como id=título; debajo sus criterios, uno por línea, cada uno tras “- ”
experiment-paste-add = Añadir estas tareas
experiment-rubric = Rúbrica
experiment-rubric-id = Id de la rúbrica
experiment-rubric-criteria = Criterios de la rúbrica, uno por línea
experiment-rubric-name = Rúbrica { $name }
experiment-rubric-version = Rúbrica { $name }, versión { $version }
experiment-version = Versión, si la tiene
experiment-baseline = Base
experiment-variant-id = Id en los registros de intentos
experiment-true = true (sí)
experiment-false = false (no)
experiment-tool = Herramienta
experiment-override-n = Excepción por herramienta { $n }
experiment-add-override = Añadir una excepción por herramienta
experiment-remove-override = Quitar la excepción de { $tool }
experiment-variants = Variantes
experiment-variants-text = Cada variante es la base con un solo ajuste cambiado. La excepción de una herramienta es un ajuste; sus dos umbrales vacíos significan ninguna.
experiment-variants-caption = La base es { $baseline }. Cada variante cambia un ajuste de ella.
experiment-variant-n = Variante { $n }
experiment-add-variant = Añadir una variante
experiment-remove-variant = Quitar la variante { $n }
experiment-choose = Elegir un ajuste…
experiment-one-tool = Excepción de una herramienta
experiment-column-before = Base
experiment-column-after = Variante
experiment-column-field = Campo obligatorio
experiment-column-traces = Con traza
experiment-freeze = Congelar y descargar
experiment-draft = Descargar como borrador
experiment-reset = Vaciar el formulario
experiment-copy = Copiarlo al formulario
experiment-load = Cargar aquí el manifiesto congelado
experiment-ready = Nada impide congelarlo. Su resumen es { $digest }.
experiment-done = Congelado y descargado como experiment.json. Su resumen es { $digest }.
experiment-refused = No se ha congelado.
experiment-faults = { $n ->
    [one] { $n } defecto impide congelarlo.
   *[other] { $n } defectos impiden congelarlo.
  }
experiment-fault-at = { $place }: { $text }
experiment-fault-no-id = Falta un id.
experiment-fault-no-tasks = No hay ninguna tarea.
experiment-fault-duplicate = Otra cosa tiene ya este id.
experiment-fault-no-criteria = No hay ningún criterio, de modo que nadie podría decir qué se acepta.
experiment-fault-empty-criterion = Un criterio está vacío.
experiment-fault-no-revision = Falta la revisión del árbol de fuentes.
experiment-fault-no-model = Falta el modelo.
experiment-fault-below-one = Hace falta un número entero de al menos 1.
experiment-fault-too-large = El número es demasiado grande para guardarlo exacto; el mayor es 9007199254740991.
experiment-fault-no-rubric = No hay rúbrica.
experiment-fault-no-variants = No hay ninguna variante que comparar con la base.
experiment-fault-unknown-setting = No existe tal ajuste.
experiment-fault-two-settings = Se cambia más de un ajuste, de modo que nadie podría decir cuál marcó la diferencia.
experiment-fault-same = Esto es lo que tiene la base; una variante debe ser distinta.
experiment-fault-not-a-bool = Hace falta true o false.
experiment-fault-not-whole = Hace falta un número entero.
experiment-fault-not-an-override = Hacen falta números enteros para warn y hard_limit, o ninguno.
experiment-fault-below-warn = El límite de parada está por debajo de su advertencia.
experiment-fault-not-read = Esto no se lee y se perdería al congelar: un campo que un manifiesto no tiene, que está dos veces o falta, o que contiene otra cosa.
experiment-fault-other = Se esperaba: { $expected }
experiment-digest = Resumen: { $digest }
experiment-not-frozen = Sin congelar. Lo que dice puede cambiar todavía, así que nada se compara según él.
experiment-frozen = Congelado y sin cambios desde entonces.
experiment-frozen-at = Congelado el { $at } y sin cambios desde entonces.
experiment-frozen-redacted = Congelado. Este archivo no lleva sus textos, así que no se podría hallar un cambio en ellos.
experiment-changed = Cambiado después de congelarlo. Los intentos hechos con él no se comparan.
experiment-part-task = Tarea { $id }
experiment-part-rubric = Rúbrica { $id }
experiment-part-baseline = Base { $id }
experiment-part-variant = Variante { $id }
experiment-part-manifest = El manifiesto
experiment-change-changed = { $part }: se cambió { $field }.
experiment-change-added = { $part }: se añadió.
experiment-change-removed = { $part }: se quitó.
experiment-change-moved = { $part }: está en otro lugar.
experiment-change-other-form = { $field } está en el archivo en otra forma que la publicada.
experiment-change-block = { $part }: se cambió su resumen en el bloque congelado.
experiment-missing = falta
experiment-records = Lo que se registró
experiment-records-caption = { $n ->
    [one] { $n } intento. Los reintentos y los intentos cancelados son intentos.
   *[other] { $n } intentos. Los reintentos y los intentos cancelados son intentos.
  }
experiment-no-attempts = No hay cargado ningún intento de este experimento. Suelte registros de intentos, filas de ejecuciones o diarios junto al manifiesto.
experiment-of = { $n } de { $of }
experiment-cell-none = ningún intento
experiment-cell-lacking = { $n ->
    [one] a { $n } le faltan campos
   *[other] a { $n } les faltan campos
  }
experiment-no-attempt-of = { $n ->
    [one] { $n } tarea no tiene ningún intento
   *[other] { $n } tareas no tienen ningún intento
  }
experiment-no-trace-of = { $n ->
    [one] { $n } tarea tiene intentos y ninguna traza
   *[other] { $n } tareas tienen intentos y ninguna traza
  }
experiment-other-digest = { $n ->
    [one] { $n } intento lleva otro resumen y no se compara
   *[other] { $n } intentos llevan otro resumen y no se comparan
  }
experiment-no-digest = { $n ->
    [one] { $n } intento no lleva resumen
   *[other] { $n } intentos no llevan resumen
  }
experiment-no-such-task = { $n ->
    [one] { $n } intento no es de ninguna tarea del manifiesto
   *[other] { $n } intentos no son de ninguna tarea del manifiesto
  }
experiment-no-such-variant = { $n ->
    [one] { $n } intento no es de ninguna variante del manifiesto
   *[other] { $n } intentos no son de ninguna variante del manifiesto
  }
experiment-lacking = Campos obligatorios que faltan a los intentos
experiment-lacking-none = A ningún intento le falta un campo obligatorio.
