/** The page of the API reference. Swagger UI fills it; scripts and styles are files of this server. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plimsoll API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api-docs/static/swagger-ui.css">
<link rel="stylesheet" href="/api-docs/static/index.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api-docs/static/swagger-ui-bundle.js"></script>
<script src="/api-docs/static/initializer.js"></script>
</body>
</html>
`

/** A token that is entered stays in the page: it is gone when the page is closed or loaded again. */
export const INITIALIZER = `window.onload = () => {
  SwaggerUIBundle({
    dom_id: '#swagger-ui',
    url: '/api-docs/openapi.json',
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    layout: 'BaseLayout',
    persistAuthorization: false,
    presets: [SwaggerUIBundle.presets.apis],
    validatorUrl: null,
  })
}
`
