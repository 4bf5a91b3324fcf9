{{- /* Names, labels and selectors: one place, so that a policy, a monitor and a deployment mean the same pods. */ -}}

{{- define "freight.name" -}}
{{- default "freight" .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "freight.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "freight.name" . -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "freight.services" -}}
gateway shipments rates billing channels webhooks
{{- end -}}

{{- /* dict: root, component (optional) → labels of an object */ -}}
{{- define "freight.labels" -}}
{{ include "freight.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: freight-aggregator
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "freight.selector" -}}
app.kubernetes.io/name: {{ include "freight.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end -}}

{{- /* dict: root, component; optional name, labels, annotations → metadata of an object */ -}}
{{- define "freight.metadata" -}}
name: {{ .name | default (printf "%s-%s" (include "freight.fullname" .root) .component) }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "freight.labels" . | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with mergeOverwrite (dict) (.root.Values.commonAnnotations | default dict) (.annotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "freight.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* As the NATS chart names its objects. */ -}}
{{- define "freight.natsName" -}}
{{- if .Values.nats.fullnameOverride -}}
{{- .Values.nats.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default "nats" .Values.nats.nameOverride -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* dict: root, service → the values of one service: the defaults with its own over them, as JSON */ -}}
{{- define "freight.valuesOf" -}}
{{- $own := index .root.Values.services .service | default dict -}}
{{- mustMergeOverwrite (deepCopy .root.Values.defaults) (deepCopy $own) | toJson -}}
{{- end -}}

{{- define "freight.privatePort" -}}9090{{- end -}}
{{- define "freight.httpPort" -}}8080{{- end -}}
{{- define "freight.sandboxPort" -}}4010{{- end -}}
