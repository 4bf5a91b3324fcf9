{{- /* The environment of a service: what docs/configuration.md asks for, and nothing that the image knows already. */ -}}

{{- /* dict: name, secret, key, optional → one variable from a Secret */ -}}
{{- define "freight.secretVariable" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end -}}

{{- define "freight.variable" -}}
- name: {{ .name }}
  value: {{ .value | toString | quote }}
{{- end -}}

{{- define "freight.databaseSecret" -}}
{{- .Values.database.existingSecret | default .Values.secrets.existingSecret -}}
{{- end -}}

{{- define "freight.databaseName" -}}
{{- ternary "freight" .Values.externalDatabase.name .Values.cloudNativePg.enabled -}}
{{- end -}}

{{- define "freight.databasePort" -}}
{{- ternary 5432 (int .Values.externalDatabase.port) .Values.cloudNativePg.enabled -}}
{{- end -}}

{{- define "freight.clusterName" -}}
{{ include "freight.fullname" . }}-postgres
{{- end -}}

{{- /* `host:port/database?parameters` of the database, without a role */ -}}
{{- define "freight.databasePlace" -}}
{{- if .Values.cloudNativePg.enabled -}}
{{ include "freight.clusterName" . }}-rw:5432/{{ include "freight.databaseName" . }}?sslmode=verify-full&sslrootcert=/etc/freight-database-ca/ca.crt
{{- else -}}
{{ .Values.externalDatabase.host }}:{{ .Values.externalDatabase.port }}/{{ .Values.externalDatabase.name }}{{ with .Values.externalDatabase.parameters }}?{{ . }}{{ end }}
{{- end -}}
{{- end -}}

{{- define "freight.natsUrl" -}}
{{- if .Values.nats.enabled -}}
nats://{{ include "freight.natsName" . }}:4222
{{- else -}}
{{ .Values.externalNats.url }}
{{- end -}}
{{- end -}}

{{- /* dict: root, service → DATABASE_URL; the kubelet puts the password in */ -}}
{{- define "freight.databaseEnv" -}}
{{ include "freight.secretVariable" (dict "name" "DATABASE_PASSWORD" "secret" (include "freight.databaseSecret" .root) "key" (printf "%s-password" .service)) }}
{{ include "freight.variable" (dict "name" "DATABASE_URL" "value" (printf "postgresql://%s_%s:$(DATABASE_PASSWORD)@%s" (include "freight.databaseName" .root) .service (include "freight.databasePlace" .root))) }}
{{- end -}}

{{- /* dict: root, service, values → all variables that the chart itself sets */ -}}
{{- define "freight.env" -}}
{{- $root := .root -}}
{{- $secret := .root.Values.secrets.existingSecret -}}
{{- $keys := .root.Values.secrets.keys -}}
{{ include "freight.databaseEnv" . }}
{{ include "freight.variable" (dict "name" "DATABASE_POOL_SIZE" "value" .values.databasePoolSize) }}
{{ include "freight.variable" (dict "name" "NATS_URL" "value" (include "freight.natsUrl" .root)) }}
{{- if .root.Values.natsAuthorization.useNkeys }}
{{ include "freight.secretVariable" (dict "name" "NATS_NKEY_SEED" "secret" (.root.Values.natsAuthorization.existingSecret | default $secret) "key" (printf "%s-nkey-seed" .service)) }}
{{- end }}
{{ include "freight.variable" (dict "name" "HEALTH_HOST" "value" "0.0.0.0") }}
{{ include "freight.variable" (dict "name" "HEALTH_PORT" "value" (include "freight.privatePort" .root)) }}
{{ include "freight.variable" (dict "name" "LOG_LEVEL" "value" .values.logLevel) }}
{{ include "freight.variable" (dict "name" "SHUTDOWN_GRACE_MS" "value" (mul 1000 (int .values.shutdownGraceSeconds))) }}
{{- if .root.Values.caBundle.configMap }}
{{ include "freight.variable" (dict "name" "NODE_EXTRA_CA_CERTS" "value" "/etc/freight-ca/ca.crt") }}
{{- end }}
{{- if .root.Values.telemetry.otlpEndpoint }}
{{ include "freight.telemetryEnv" . }}
{{- end }}
{{- if has .service (list "gateway" "shipments") }}
{{ include "freight.variable" (dict "name" "PUBLIC_BASE_URL" "value" .root.Values.publicBaseUrl) }}
{{- end }}
{{- if eq .service "gateway" }}
{{ include "freight.variable" (dict "name" "HOST" "value" "0.0.0.0") }}
{{ include "freight.variable" (dict "name" "PORT" "value" (include "freight.httpPort" .root)) }}
{{ include "freight.variable" (dict "name" "TRUSTED_PROXY_HOPS" "value" .root.Values.gateway.trustedProxyHops) }}
{{ include "freight.secretVariable" (dict "name" "OPERATOR_TOKEN" "secret" $secret "key" $keys.operatorToken "optional" true) }}
{{- end }}
{{- if eq .service "shipments" }}
{{ include "freight.secretVariable" (dict "name" "LINK_SIGNING_KEY" "secret" $secret "key" $keys.linkSigningKey) }}
{{ include "freight.secretVariable" (dict "name" "COURIER_SANDBOX_ACCOUNTS" "secret" $secret "key" $keys.courierSandboxAccounts "optional" true) }}
{{- end }}
{{- if has .service (list "shipments" "rates") }}
{{ include "freight.secretVariable" (dict "name" "COURIER_ACCOUNTS" "secret" $secret "key" $keys.courierAccounts "optional" true) }}
{{- end }}
{{- if eq .service "rates" }}
{{ include "freight.variable" (dict "name" "CONNECTED_COURIERS" "value" .root.Values.rates.connectedCouriers) }}
{{- end }}
{{- end -}}

{{- define "freight.telemetryEnv" -}}
{{- $attributes := list (printf "service.namespace=%s" .root.Release.Namespace) (printf "service.version=%s" (.root.Values.image.tag | default .root.Chart.AppVersion)) "k8s.pod.name=$(POD_NAME)" -}}
{{- range $name, $value := .root.Values.telemetry.resourceAttributes -}}
{{- $attributes = append $attributes (printf "%s=%v" $name $value) -}}
{{- end -}}
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
{{ include "freight.variable" (dict "name" "OTEL_SERVICE_NAME" "value" .service) }}
{{ include "freight.variable" (dict "name" "OTEL_RESOURCE_ATTRIBUTES" "value" (join "," $attributes)) }}
{{ include "freight.variable" (dict "name" "OTEL_EXPORTER_OTLP_ENDPOINT" "value" .root.Values.telemetry.otlpEndpoint) }}
{{ include "freight.variable" (dict "name" "OTEL_EXPORTER_OTLP_PROTOCOL" "value" "http/protobuf") }}
{{ include "freight.variable" (dict "name" "OTEL_TRACES_SAMPLER" "value" "parentbased_traceidratio") }}
{{ include "freight.variable" (dict "name" "OTEL_TRACES_SAMPLER_ARG" "value" .root.Values.telemetry.sampleRatio) }}
{{- end -}}
