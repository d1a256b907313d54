import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'

const LANGUAGES = { bash, json, nginx, python, ts: typescript, js: typescript, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/**
 * Highlights code for the documentation: returns HTML with classes, or undefined for an unknown language. This is
 * JavaScript because the types of highlight.js require browser types.
 */
export const highlight = (text, language) =>
  Object.hasOwn(LANGUAGES, language) ? hljs.highlight(text, { language }).value : undefined
