{{- /* What the pods of services, migrations, sandbox and test have in common. */ -}}

{{- define "freight.temporaryVolume" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
{{- end -}}

{{- define "freight.temporaryMount" -}}
- { name: tmp, mountPath: /tmp }
{{- end -}}

{{- define "freight.volumes" -}}
{{ include "freight.temporaryVolume" . }}
{{- with .Values.caBundle.configMap }}
- name: ca
  configMap:
    name: {{ . }}
    items: [{ key: {{ $.Values.caBundle.key }}, path: ca.crt }]
{{- end }}
{{- if .Values.cloudNativePg.enabled }}
- name: database-ca
  secret:
    secretName: {{ include "freight.clusterName" . }}-ca
    # The Secret holds the authority's private key too, which stays out of the pod.
    items: [{ key: ca.crt, path: ca.crt }]
{{- end }}
{{- end -}}

{{- define "freight.volumeMounts" -}}
{{ include "freight.temporaryMount" . }}
{{- if .Values.caBundle.configMap }}
- { name: ca, mountPath: /etc/freight-ca, readOnly: true }
{{- end }}
{{- if .Values.cloudNativePg.enabled }}
- { name: database-ca, mountPath: /etc/freight-database-ca, readOnly: true }
{{- end }}
{{- end -}}

{{- define "freight.container" -}}
image: {{ include "freight.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
{{- end -}}

{{- /* dict: values (of one service) → the pod may end no sooner than its service has finished */ -}}
{{- define "freight.terminationSeconds" -}}
{{- .terminationGracePeriodSeconds | default (add (int .preStopSleepSeconds) (int .shutdownGraceSeconds) 10) -}}
{{- end -}}
