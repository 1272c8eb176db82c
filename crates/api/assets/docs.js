const calls = document.getElementById('calls')
const filter = document.getElementById('filter')

const element = (name, text, ...children) => {
  const made = document.createElement(name)
  if (text) made.textContent = text
  made.append(...children)
  return made
}

const typeOf = (schema) => {
  if (schema.enum) return schema.enum.join(' | ')
  if (schema.$ref) return schema.$ref.split('/').pop()
  if (schema.items) return `${typeOf(schema.items)}[]`
  return schema.format || schema.type
}

const fieldRow = (required) => ([name, schema]) =>
  element('tr', '',
    element('td', name),
    element('td', typeOf(schema)),
    element('td', schema.maxLength ? `at most ${schema.maxLength}` : ''),
    element('td', required.includes(name) ? 'required' : ''),
    element('td', schema.description || (schema.writeOnly ? 'write only' : '')))

const show = (description) => {
  document.getElementById('about').textContent = description.info.description
  const resolve = (schema) => schema?.$ref ? description.components.schemas[schema.$ref.split('/').pop()] : schema
  calls.replaceChildren()
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const method of ['get', 'post'].filter((name) => methods[name])) {
      const call = methods[method]
      const box = element('details', '', element('summary', '', element('b', method.toUpperCase()), element('code', path)))
      box.append(element('p', call.summary))
      const schema = Object.values(call.requestBody?.content ?? {})[0]?.schema
      for (const each of schema?.anyOf ?? [schema]) {
        const body = resolve(each)
        if (each?.description) box.append(element('p', each.description))
        if (body?.properties) box.append(element('table', '', ...Object.entries(body.properties).map(fieldRow(body.required ?? []))))
      }
      calls.append(box)
    }
  }
  for (const [name, { post }] of Object.entries(description.webhooks ?? {})) {
    const { example } = post.requestBody.content['application/json']
    calls.append(element('details', '',
      element('summary', '', element('b', 'EVENT'), element('code', name)),
      element('p', post.summary),
      element('pre', JSON.stringify(example, null, 2)),
      element('table', '', ...post.parameters.map((header) =>
        element('tr', '', element('td', header.name), element('td', header.description))))))
  }
  calls.setAttribute('aria-busy', 'false')
}

filter.addEventListener('input', () => {
  for (const box of calls.children) box.hidden = !box.textContent.toLowerCase().includes(filter.value.toLowerCase())
})

fetch('/api/openapi.json').then((answer) => answer.json()).then(show)
