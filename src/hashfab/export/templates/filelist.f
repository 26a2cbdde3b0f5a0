<% for path in rtl %>
<@ path @>
<% endfor %>
